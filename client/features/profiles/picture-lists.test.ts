// The pictures that carousel and rating show for a URL.
import { expect, test } from 'vitest';
import { carouselIds, picturesFrom } from './picture-lists.ts';

const [a = '', b = '', c = '', d = ''] = ['a', 'b', 'c', 'd'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`);
const profile = { profilePicIds: [a, b], profilePicIdsPrivate: [c] };

test('the carousel shows the pictures listed in the URL, each once, without invalid ids', () => {
  expect(carouselIds(`${b},${a},nonsense,../x,${b}`, a, profile, false)).toEqual([b, a]);
});

test('without a list the carousel shows the profile’s pictures, and always the requested one', () => {
  expect(carouselIds('', b, profile, true)).toEqual([a, b, c]);
  expect(carouselIds('', d, profile, true)).toEqual([d, a, b, c]);
  expect(carouselIds('', 'nonsense', undefined, true)).toEqual([]);
});

test('the carousel does not show hidden private pictures', () => {
  expect(carouselIds('', a, profile, false)).toEqual([a, b]);
  expect(carouselIds('', c, profile, false)).toEqual([a, b]);
  expect(carouselIds(`${d},${c},${a}`, c, profile, false)).toEqual([d, a]);
  expect(carouselIds(c, c, profile, false)).toEqual([]);
});

test('rating begins with the start picture, or with the first one if the start picture is not in the list', () => {
  expect(picturesFrom(b, [a, b, c])).toEqual([b, c]);
  expect(picturesFrom(d, [a, b, c])).toEqual([a, b, c]);
});
