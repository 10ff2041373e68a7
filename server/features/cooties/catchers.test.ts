// Which players receive glitter at random, and how passes are counted along the chain.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createCootiesStore } from './cooties.store.ts';

let app: TestApp;
let players: Member[];
beforeAll(async () => {
  app = await openTestApp();
  // The players are created after the round at startup, which would give them glitter.
  const firstRound = () => createCootiesStore(app.world.db.read).lastRound();
  await vi.waitFor(async () => expect(await firstRound()).not.toBeNull(), { timeout: 20_000 });
  players = await Promise.all(Array.from({ length: 3 }, () => app.member()));
  await app.world.db.write(async (tx) => {
    for (const [index, { profileId: profile_id }] of players.entries()) {
      const row = { profile_id, draw: [0.1, 0.5, 0.9][index] ?? 0, created_ms: 0 };
      await tx
        .insertInto('game_consents')
        .values({ ...row, kind: 'cooties' })
        .execute();
      await tx
        .insertInto('game_consents')
        .values({ ...row, kind: 'words' })
        .execute();
    }
  });
});
afterAll(() => app.close());

const glitter = (id: string, player: Member | undefined, gone_day: number | null, from_id: string | null = null) =>
  app.world.db.write((tx) =>
    createCootiesStore(tx).insert({
      id,
      profile_id: player?.profileId ?? '',
      caught_day: 0,
      gone_day,
      passed_on: 0,
      went_on: 0,
      from_id,
    }),
  );
async function caught(count: number, fraction: number, immuneIfGoneAfter = 0): Promise<number[]> {
  const ids = await createCootiesStore(app.world.db.read).randomCatchers(count, fraction, immuneIfGoneAfter);
  return ids.map((id) => players.findIndex(({ profileId }) => profileId === id));
}

test('players receive glitter in the order of their random numbers from a random start, wrapping around', async () => {
  expect([await caught(1, 0.4), await caught(1, 0.5), await caught(1, 0.51)]).toEqual([[1], [1], [2]]);
  expect([await caught(2, 0.6), await caught(2, 0.95), await caught(3, 0.5)]).toEqual([
    [2, 0],
    [0, 1],
    [1, 2, 0],
  ]);
  expect(await caught(9, 0)).toEqual([0, 1, 2]);
});

test('players who have glitter, or lost it after the given day, receive none', async () => {
  await glitter('current', players[0], null);
  await glitter('lost', players[1], 500);
  expect([await caught(9, 0, 499), await caught(9, 0, 500)]).toEqual([[2], [1, 2]]);
  expect(await createCootiesStore(app.world.db.read).counts()).toEqual({ players: 3, carriers: 1 });
});

test('a pass counts for its glitter, and as reach for all glitter that it came from', async () => {
  await glitter('second', players[1], 1, 'lost');
  await glitter('third', players[2], null, 'second');
  const passOn = (id: string) => app.world.db.write((tx) => createCootiesStore(tx).passOn(id));
  expect([await passOn('third'), await passOn('third'), await passOn('second')]).toEqual([1, 2, 1]);
  const rows = await app.world.db.read
    .selectFrom('cooties_glitter')
    .select(['id', 'passed_on', 'went_on'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ id, passed_on, went_on }) => [id, passed_on, went_on])).toEqual([
    ['current', 0, 0],
    ['lost', 0, 3],
    ['second', 1, 2],
    ['third', 2, 0],
  ]);
});

test('glitter ends depending on the day it was caught, and is deleted depending on the day it ended', async () => {
  const rows = () => app.world.db.read.selectFrom('cooties_glitter').select(['id', 'gone_day']).orderBy('id').execute();
  const write = (work: (store: ReturnType<typeof createCootiesStore>) => Promise<number>) =>
    app.world.db.write((tx) => work(createCootiesStore(tx)));
  await write((store) => store.endCaughtBy(-1, 700));
  expect((await rows()).filter(({ gone_day }) => gone_day === 700)).toEqual([]);
  await write((store) => store.endCaughtBy(0, 700));
  expect(await rows()).toEqual([
    { id: 'current', gone_day: 700 },
    { id: 'lost', gone_day: 500 },
    { id: 'second', gone_day: 1 },
    { id: 'third', gone_day: 700 },
  ]);
  await write((store) => store.forgetBefore(500));
  expect((await rows()).map(({ id }) => id)).toEqual(['current', 'lost', 'third']);
  await write((store) => store.forgetBefore(701));
  expect(await rows()).toEqual([]);
});
