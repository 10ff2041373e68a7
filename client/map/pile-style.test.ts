// A pile has the dot for online now, its number is in the digits of the reader's region, and single faces have a name.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { createNameStyles, lookOf, type MemberPoint } from './pile-style.ts';

const pointOf = (name: string, isOnline = false): MemberPoint => ({
  id: name,
  at: [0, 0],
  member: { profileId: name, name, lat: 0, lon: 0, pictureId: null, isOnline },
});
const moreOf = (count: number, locale: string): string =>
  lookOf({ at: [0, 0], px: 52, points: Array.from({ length: count }, (_, index) => pointOf(`Member ${index}`)) }, locale).more;

test('a pile of four says that there are two more, in digits of the region', () => {
  expect(moreOf(4, 'en-US')).toBe('+2');
  expect(moreOf(4, 'ar-EG')).toMatch(/٢/);
  expect(moreOf(4, 'ar-EG')).not.toMatch(/2/);
});

test('one face, and a pile of two, have no number', () => {
  expect([moreOf(1, 'ar-EG'), moreOf(2, 'en-US')]).toEqual(['', '']);
});

test('a pile has the dot for online now if somebody in it is online, and shows their face', () => {
  const [ann, ben, cem] = [pointOf('Ann'), pointOf('Ben'), pointOf('Cem', true)];
  const look = (...points: MemberPoint[]) => lookOf({ at: [0, 0], px: 52, points }, 'en-US');
  expect(look(ann, ben).isOnline).toBe(false);
  expect(look(ann, ben, cem)).toMatchObject({ isOnline: true, faces: [{ name: 'Cem' }, { name: 'Ann' }] });
});

test('a single face has its name below its circle, cut as everywhere, and a pile or a nameless face has none', () => {
  const styleOf = createNameStyles(mapColours('light', '#b0401a'));
  const textOf = (...names: string[]) => styleOf({ at: [0, 0], px: 40, points: names.map((name) => pointOf(name)) })?.getText();
  expect(textOf('Ann')?.getText()).toBe('Ann');
  expect(textOf('Ann')?.getOffsetY()).toBeGreaterThan(40 / 2 + 6);
  expect(textOf('Maximilian von Berg')?.getText()).toBe('Maximilian v…');
  expect([textOf('Ann', 'Ben'), textOf(''), styleOf(undefined)]).toEqual([undefined, undefined, undefined]);
});
