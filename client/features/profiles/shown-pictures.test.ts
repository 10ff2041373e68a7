// The pictures that carousel and rating show for an address.
import { expect, test } from 'vitest';
import { carouselIds, picturesFrom } from './shown-pictures.ts';

const [a = '', b = '', c = '', d = ''] = ['a', 'b', 'c', 'd'].map((sign) => `${sign.repeat(8)}-0000-4000-8000-000000000000`);
const profile = { profilePicIds: [a, b], profilePicIdsPrivate: [c] };

test('the carousel shows the pictures that the address lists, each once and nothing else', () => {
  expect(carouselIds(`${b},${a},nonsense,../x,${b}`, a, profile, false)).toEqual([b, a]);
});

test('without a list it shows the pictures of the profile, and always the one it was opened at', () => {
  expect(carouselIds('', b, profile, true)).toEqual([a, b, c]);
  expect(carouselIds('', d, profile, true)).toEqual([d, a, b, c]);
  expect(carouselIds('', 'nonsense', undefined, true)).toEqual([]);
});

test('hidden private pictures are not among them', () => {
  expect(carouselIds('', a, profile, false)).toEqual([a, b]);
  expect(carouselIds('', c, profile, false)).toEqual([a, b]);
});

test('rating goes from the start picture on', () => {
  expect(picturesFrom(b, [a, b, c])).toEqual([b, c]);
  expect(picturesFrom(d, [a, b, c])).toEqual([a, b, c]);
});
