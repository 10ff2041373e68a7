// Tests which keys confirm a composed word instead of sending, adding or choosing something.
import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('an Enter that confirms a composed word is recognised in all browsers', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
