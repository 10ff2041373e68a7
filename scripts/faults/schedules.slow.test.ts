// Tests 2,000 random schedules of faults. `npm run bench -- faults` can test any number.
import { afterAll, expect, test } from 'vitest';
import { openPlayers } from './schedules.ts';

const seed = Number(process.env['SEED'] ?? 1_000);

/** Each part takes a few seconds on two idle cores. */
const [parts, schedulesEach] = [8, 250];

const firstSeeds = Array.from({ length: parts }, (_, part) => seed + part * schedulesEach);

const players = openPlayers();
afterAll(() => players.close());

test.each(firstSeeds)(
  `${schedulesEach} schedules from seed %i on end with the same complete and ordered conversation on every screen`,
  async (first) => {
    const { faults } = await players.play(first, schedulesEach);
    expect(faults.slice(0, 5)).toEqual([]);
  },
);
