// The removal of all shown notifications.
import { expect, test } from 'vitest';
import { removalOf } from './notification-times.ts';

test('shown notifications are removed up to a time, and health notices, which may have come later, one by one', () => {
  const [like, health] = [
    { kind: 'like', tsCreated: 7 },
    { kind: 'health', tsCreated: 5 },
  ];
  expect(removalOf([like, health, { ...like, tsCreated: 6 }])).toEqual({ upToMs: 7, oneByOne: [health] });
});
