// Where members are, asked of the running application by every means it offers, and looked for in everything it keeps.
import { describe, expect, test } from 'vitest';
import { leaks, openAttackedTown } from './testing/privacy/attacked-town.ts';
import { searchForCanary } from './testing/privacy/canary.ts';
import { errorsOf } from './testing/privacy/trilateration.ts';

/** Of ten the median swings by some 80 m from draw to draw. */
const victims = 60;

describe('an attacker with every public call', () => {
  test('errs by 350 m or more for half of the members, by distances and by order, and finds hardly anybody to 50 m', async () => {
    const town = await openAttackedTown(victims);
    try {
      const found = {
        distances: errorsOf(await town.trilaterate()),
        flips: errorsOf(await town.findFlips(victims)),
        order: errorsOf(await town.compareOrder(victims)),
      };
      for (const [attack, { median, shareUnder50 }] of Object.entries(found)) {
        expect(median, attack).toBeGreaterThanOrEqual(350);
        expect(shareUnder50, attack).toBeLessThanOrEqual(0.02);
      }
    } finally {
      await town.close();
    }
  });

  test('would find them to a few metres if lists carried their places, or were in their order', async () => {
    for (const [leak, attack] of [
      [leaks.briefs, 'trilaterate'],
      [leaks.profile, 'findFlips'],
      [leaks.order, 'compareOrder'],
    ] as const) {
      const town = await openAttackedTown(10, leak);
      try {
        expect(errorsOf(await town[attack](10)).median, attack).toBeLessThan(60);
      } finally {
        await town.close();
      }
    }
  });
});

describe('an exact place', () => {
  test('is in no answer, frame, push, log, file or backup', async () => {
    const { places, hits } = await searchForCanary();
    expect(hits).toEqual([]);
    // A push holds its payload and more, an empty list of them two characters.
    expect(places.get('push')).toBeGreaterThan(100);
    for (const looked of ['socket', 'log', 'backup.sqlite', 'GET /api/profile-briefs/nearest'])
      expect(places.get(looked), looked).toBeGreaterThan(0);
    expect([...places.keys()].filter((name) => name.endsWith('-wal'))).toHaveLength(1);
  });

  test.each(Object.entries(leaks))('is noticed when it is given away in: %s', async (_name, leak) => {
    expect((await searchForCanary(leak)).hits).not.toEqual([]);
  });
});
