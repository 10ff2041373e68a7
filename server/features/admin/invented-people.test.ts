// Invented people: always the same, plausible, and spread over their places.
import { expect, test } from 'vitest';
import { isAdult } from '#shared/rules/age.ts';
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { distanceMetres } from '#shared/rules/distance.ts';
import { heightCmOf, weightKgOf } from '#shared/rules/measures.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { inventedPerson, phoenix } from './invented-people.ts';
import { usualSize } from '#scripts/screens/demo-data.ts';
import { calls, closings, dialogues, heights, middles, names, nameSuffixes, openings, weights } from './invented-words.ts';

const people = Array.from({ length: 400 }, (_, index) => inventedPerson(index + 1));
const share = (isCounted: (person: (typeof people)[number]) => boolean) => people.filter(isCounted).length / people.length;
const kmTo = (lat: number, lon: number) => people.map(({ place }) => distanceMetres(place, { lat, lon }) / 1_000);

test('a number always gives the same person, and each person has a different name', () => {
  expect(inventedPerson(7)).toEqual(people[6]);
  expect(new Set(people.map(({ name }) => name)).size).toBe(people.length);
  expect(people.slice(0, names.length).map(({ name }) => name)).toEqual([...names]);
  expect(people.map(({ number }) => number)).toEqual(people.map((_, index) => index + 1));
});

test.each([
  [8, 'Noah, 1979-10-13, 5\'10", 170 lb, 3 + 1 pictures', 12_374_465_295, 1_110_687_770, '52.5368,13.2928'],
  [100, 'Sasha on a bike, 1983-11-17, , 178 lb, 0 + 0 pictures', 20_032_829_160, 71_192, '33.1560,-112.0815'],
  [390, 'Pablo by the park 5, 1992-10-10, 5\'9", 210 lb, 1 + 0 pictures', 4_136_094_218, 19_113_544, '33.5252,-112.1850'],
])('number %i is %s', (number, shown, joinedAgoMs, seenAgoMs, place) => {
  const { name, birthdate, height, weight, publicPictures, privatePictures, ...person } = inventedPerson(number);
  const measures = [name, birthdate, height, weight].join(', ');
  expect(`${measures}, ${publicPictures} + ${privatePictures} pictures`).toBe(shown);
  expect(person).toMatchObject({ joinedAgoMs, seenAgoMs });
  expect(`${person.place.lat.toFixed(4)},${person.place.lon.toFixed(4)}`).toBe(place);
});

test('invented people are adults with plausible dates, measures and characteristics', () => {
  for (const { birthdate, joinedAgoMs, seenAgoMs, height, weight, characteristics, publicPictures } of people) {
    expect(birthdate >= '1956-01-01' && birthdate <= '2005-12-28' && isAdult(birthdate, Date.UTC(2026, 0))).toBe(true);
    expect(joinedAgoMs).toBeGreaterThanOrEqual(20 * dayMs);
    expect(joinedAgoMs).toBeLessThan(400 * dayMs);
    expect(seenAgoMs).toBeGreaterThanOrEqual(0);
    expect(seenAgoMs).toBeLessThan(13.5 * dayMs);
    expect(height === '' || heightCmOf(height) !== null).toBe(true);
    expect(weight === '' || weightKgOf(weight) !== null).toBe(true);
    expect(characteristics.every((key) => characteristicKeys.includes(key))).toBe(true);
    expect(characteristics.includes('hiv-') && (characteristics.includes('hiv+') || characteristics.includes('poz'))).toBe(false);
    expect([0, 1, 2, 3, 4]).toContain(publicPictures);
  }
  expect(new Set(people.map(({ birthdate }) => birthdate)).size).toBeGreaterThan(350);
  expect(Math.max(...people.map(({ joinedAgoMs }) => joinedAgoMs))).toBeGreaterThan(390 * dayMs);
  expect(share(({ characteristics }) => characteristics.includes('hiv-'))).toBeGreaterThan(0.05);
  expect(share(({ privatePictures }) => privatePictures === 1)).toBeCloseTo(0.15, 1);
  expect(share(({ description }) => description === '')).toBeCloseTo(1 / 11, 2);
});

test('five in a hundred people are in Berlin, as many in Sydney, the others within thirty miles of Phoenix', () => {
  const near = (kms: number[], km: number) => kms.filter((one) => one <= km).length;
  expect([near(kmTo(52.5163, 13.3777), 9.1), near(kmTo(-33.8731, 151.2093), 9.1)]).toEqual([20, 20]);
  const toPhoenix = kmTo(phoenix.lat, phoenix.lon);
  expect(near(toPhoenix, 49)).toBe(360);
  expect(near(toPhoenix, 10)).toBeGreaterThan(150);
  expect(near(toPhoenix, 10)).toBeLessThan(230);
  expect(Math.min(...toPhoenix)).toBeGreaterThan(0.29);
});

test('all demo members send different broadcasts, test users use all of them, and none contains an emoji', () => {
  // Every third person sends one. A test user's number selects it, a demo member gets the next one.
  expect(calls.length % 3).not.toBe(0);
  expect(calls.length).toBeGreaterThan(usualSize.members / 3);
  expect(calls.filter((text) => /\p{Extended_Pictographic}/u.test(text))).toEqual([]);
});

test('no invented text is blank, except one height, one weight, one closing and one turn of two dialogues', () => {
  for (const list of [names, nameSuffixes, openings, middles, calls])
    expect(list.filter((word) => word.trim() === '')).toEqual([]);
  for (const list of [heights, weights, closings]) expect(list.filter((word) => word === '')).toHaveLength(1);
  for (const list of [names, nameSuffixes, openings, middles, closings, calls]) expect(new Set(list).size).toBe(list.length);
  // A blank turn means that the other person gets no answer.
  expect(dialogues.map((turns) => turns.filter((turn) => turn === '').length).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
});
