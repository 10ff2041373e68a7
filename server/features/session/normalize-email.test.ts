// Email addresses: each mailbox has one spelling, and invalid addresses are refused.
import { expect, test } from 'vitest';
import { normalizeEmail } from './normalize-email.ts';

test.each(['ada@example.org', ' Ada@Example.ORG ', 'ada@example.org.', 'ada@example。org', 'ada@example.org．'])(
  '%s is the mailbox ada@example.org',
  (typed) => expect(normalizeEmail(typed)).toBe('ada@example.org'),
);

test.each(['ada', '@example.org', 'ada@', 'ada@.', 'ada@example..org', 'ada@.example.org', 'ada@example.org..', 'ada@a b.org'])(
  '%s is no address',
  (typed) => expect(normalizeEmail(typed)).toBeNull(),
);

test('a domain name in other letters becomes ASCII, and the part before the @ keeps its letters', () =>
  expect(normalizeEmail('jörg@bücher.example')).toBe('jörg@xn--bcher-kva.example'));
