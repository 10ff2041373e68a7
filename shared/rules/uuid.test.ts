// Valid and invalid ids.
import { expect, test } from 'vitest';
import { isUuid } from './uuid.ts';

test('only a whole UUID in lower case is an id', () => {
  const id = '0b9d6c1e-1f0a-4c55-8a55-3d8f5a7b9c11';
  expect(isUuid(id)).toBe(true);
  for (const text of ['', '12', id.toUpperCase(), `${id}/`, ` ${id}`, id.replaceAll('-', '')]) expect(isUuid(text)).toBe(false);
});
