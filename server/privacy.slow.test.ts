// Attacks on the exact position of members through the public API, and a search for it in all stored and sent data.
import { describe, expect, test } from 'vitest';
import { seeded } from './testing/app/seeded.ts';
import { leaks, openAttackedPopulation } from './testing/privacy/attacked-population.ts';
import { searchForCanary } from './testing/privacy/canary.ts';
import { guessIntersections } from './testing/privacy/changed-grids.ts';
import { guessHomes, homesOf, watch } from './testing/privacy/home-watcher.ts';
import { errorsOf } from './testing/privacy/trilateration.ts';

/** The median of ten would vary by about 80 m between runs. */
const victims = 60;

describe('an attacker with every public call', () => {
  test('errs by at least 350 m for half of the members, and finds hardly anybody within 50 m, by distances or by order', async () => {
    const population = await openAttackedPopulation(victims);
    try {
      const found = {
        distances: errorsOf(await population.trilaterate()),
        flips: errorsOf(await population.findFlips(victims)),
        order: errorsOf(await population.compareOrder(victims)),
      };
      for (const [attack, { median, shareUnder50 }] of Object.entries(found)) {
        expect(median, attack).toBeGreaterThanOrEqual(350);
        expect(shareUnder50, attack).toBeLessThanOrEqual(0.02);
      }
    } finally {
      await population.close();
    }
  });

  test('would find them within 60 m if lists or profiles contained exact positions, or lists were sorted by them', async () => {
    for (const [leak, attack] of [
      [leaks.briefs, 'trilaterate'],
      [leaks.profile, 'findFlips'],
      [leaks.order, 'compareOrder'],
    ] as const) {
      const population = await openAttackedPopulation(10, leak);
      try {
        expect(errorsOf(await population[attack](10)).median, attack).toBeLessThan(60);
      } finally {
        await population.close();
      }
    }
  });
});

describe('an observer who looks every minute for thirty nights and knows the rule', () => {
  const nights = { nights: 30, fixMetres: 20, nightMetres: 10, fixes: 12 };
  /** With these fewer simulations, the guesses for 200 members are as good as with 24 runs over the whole cell. */
  const simulations = { count: 200, runs: 12, seed: 5, deepMetres: 120 };

  test.each([
    ['with ordinary GPS', {}, { median: 350, p5: 95, shareUnder50: 0.025 }],
    ['indoors', { fixMetres: 50, nightMetres: 20 }, { median: 330, p5: 80, shareUnder50: 0.04 }],
    ['of members who hide on the way', { unhides: true }, { median: 350, p5: 95, shareUnder50: 0.025 }],
  ] as const)('learns no more of a home than its cell %s', (_name, habits, bound) => {
    const { median, p5, shareUnder50 } = errorsOf(guessHomes({ ...nights, ...habits }, simulations));
    expect(median).toBeGreaterThanOrEqual(bound.median);
    expect(p5).toBeGreaterThanOrEqual(bound.p5);
    expect(shareUnder50).toBeLessThanOrEqual(bound.shareUnder50);
  });

  test('sees nothing else if the server is restarted each night', () => {
    for (const [number, home] of homesOf(simulations.count, seeded(simulations.seed)).entries())
      expect(watch(home, { ...nights, restarts: true }, seeded(number)), `home ${number}`).toEqual(
        watch(home, nights, seeded(number)),
      );
  });

  test('would find more homes if device and server forgot the places each night', () => {
    const { p5, shareUnder50 } = errorsOf(guessHomes({ ...nights, restarts: true, logsOut: true }, simulations));
    expect(p5).toBeLessThan(30);
    expect(shareUnder50).toBeGreaterThan(0.05);
  });

  test('finds no smaller area after a change of precision or of the grid', () => {
    for (const guesses of Object.values(guessIntersections(400))) {
      const { median, p5 } = errorsOf(guesses);
      expect(median).toBeGreaterThanOrEqual(350);
      expect(p5).toBeGreaterThanOrEqual(95);
    }
  });
});

describe('an exact position', () => {
  test('is in no reply, frame, push, log, file or backup', async () => {
    const { places, hits } = await searchForCanary();
    expect(hits).toEqual([]);
    // An empty list of pushes is two characters long.
    expect(places.get('push')).toBeGreaterThan(100);
    for (const source of ['socket', 'log', 'backup.sqlite', 'GET /api/profile-briefs/nearest'])
      expect(places.get(source), source).toBeGreaterThan(0);
    expect([...places.keys()].filter((name) => name.endsWith('-wal'))).toHaveLength(1);
  });

  test.each(Object.entries(leaks))('is found by the search when it leaks in: %s', async (_name, leak) => {
    expect((await searchForCanary({ leak })).hits).not.toEqual([]);
  });
});
