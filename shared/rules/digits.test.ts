// Numbers of Arabic scripts.
import { expect, test } from 'vitest';
import { withLatinDigits } from './digits.ts';

test('numbers of Arabic and Persian keyboards are read, and the rest stays', () => {
  expect(withLatinDigits('٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 0123456789')).toBe('0123456789 0123456789 0123456789');
  expect(withLatinDigits('١٫٨ سم a²')).toBe('1.8 سم a²');
});
