// Tests the line below a found place.
import { beforeAll, expect, test, vi } from 'vitest';
import { placeNote } from './place-note.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }));

const place = { name: 'Paris', lat: 33.66, lon: -95.56 };

test('a place is named with its state, its country and how far away it is', () => {
  expect(placeNote({ ...place, region: 'TX', country: 'US' }, '12 mi')).toBe('TX, United States, about 12 mi away');
  expect(placeNote({ ...place, region: null, country: 'FR' }, null)).toBe('France');
});
