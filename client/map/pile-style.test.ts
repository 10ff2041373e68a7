// A pile has the dot for online now, and the number of its further faces is in the digits of the reader's region.
import { expect, test } from 'vitest';
import { lookOf, type MemberPoint } from './pile-style.ts';

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
