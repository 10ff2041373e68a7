// Email addresses: what is the same mailbox has one spelling, and what is no address is refused.
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

test('a name of a domain in other letters becomes ASCII, and the name before it keeps its letters', () =>
  expect(normalizeEmail('jörg@bücher.example')).toBe('jörg@xn--bcher-kva.example'));
