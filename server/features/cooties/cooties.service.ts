// The glitter game: each night glitter spreads from its carriers to other players they exchanged messages with.
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { cootiesRules, dayMs, dayOf, displayedReach } from '#shared/rules/community.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { GamesService } from '#server/features/games/games.service.ts';
import type { Participation } from '#server/features/games/participation.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createCootiesStore, type Exchange, type StoredGlitter } from './cooties.store.ts';

export interface CootiesService {
  own(profileId: string): Promise<OwnCooties>;
  /** Joins or leaves; leaving deletes the member's glitter and trail. */
  play(profileId: string, isPlaying: boolean): Promise<OwnCooties>;
  /** Inside a write: a player loses their glitter, as by an answered hello. Does nothing for others. */
  shakeOff(tx: Tx, profileId: string): Promise<void>;
  /** Plays the rounds of all days that have ended since the last one. */
  advance(): Promise<void>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly games: Pick<GamesService, 'score'>;
  readonly participation: Participation;
}

/** After a longer downtime earlier days are not played. */
const roundsMost = 7;

export function createCootiesService(world: World, { visibility, games, participation }: Needs): CootiesService {
  const { clock, db, ids } = world;
  const today = () => dayOf(clock.now());
  const restedSince = (day: number) => day - cootiesRules.immunityDays * dayMs;

  const insert = (tx: Tx, profileId: string, caughtDay: number, fromId: string | null) =>
    createCootiesStore(tx).insert({
      id: ids.uuid(),
      profile_id: profileId,
      caught_day: caughtDay,
      gone_day: null,
      passed_on: 0,
      went_on: 0,
      from_id: fromId,
    });

  /** The number of carriers below the target. */
  async function missing(tx: Tx): Promise<number> {
    const { players, carriers } = await createCootiesStore(tx).counts();
    return Math.ceil(players / cootiesRules.seededOneIn) - carriers;
  }

  async function own(profileId: string): Promise<OwnCooties> {
    const store = createCootiesStore(db.read);
    const had = await store.of(profileId);
    const wentOn = had.reduce((sum, { went_on }) => sum + went_on, 0);
    const current = had.find(({ gone_day }) => gone_day === null);
    return {
      isPlaying: (await participation.of(profileId)).has('cooties'),
      points: await store.pointsOf(profileId),
      current: current === undefined ? null : shown(current),
      trail: had.filter(({ gone_day }) => gone_day !== null).map(shown),
      wentOnTo: displayedReach(wentOn),
    };
  }

  /** The day's exchanges in random order, so that no carrier is preferred. */
  async function exchangesOf(tx: Tx, day: number): Promise<Exchange[]> {
    const found = await createCootiesStore(tx).exchanges({
      fromMs: day,
      untilMs: day + dayMs,
      withinMs: cootiesRules.exchangeMs,
      restedSince: restedSince(day),
    });
    return found
      .filter(({ carrierId, playerId }) => !visibility.isHidden(carrierId, playerId))
      .map((exchange) => ({ exchange, place: ids.fraction() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ exchange }) => exchange);
  }

  async function spread(tx: Tx, day: number): Promise<void> {
    const store = createCootiesStore(tx);
    const next = day + dayMs;
    const caught = new Set<string>();
    const shaken = new Set<string>();
    for (const { glitterId, carrierId, playerId } of await exchangesOf(tx, day)) {
      if (caught.has(playerId) || shaken.has(carrierId)) continue;
      caught.add(playerId);
      await insert(tx, playerId, next, glitterId);
      await games.score(tx, carrierId, 'cooties', cootiesRules.pointsPerPass);
      if ((await store.passOn(glitterId)) < cootiesRules.maxPasses) continue;
      shaken.add(carrierId);
      await store.shakeOff(carrierId, next);
    }
  }

  const round = (day: number) =>
    db.write(async (tx) => {
      const store = createCootiesStore(tx);
      if (!(await store.begin(day))) return;
      const next = day + dayMs;
      await spread(tx, day);
      await store.endCaughtBy(next - cootiesRules.lastsDays * dayMs, next);
      await store.forgetBefore(next - cootiesRules.trailDays * dayMs);
      const count = await missing(tx);
      if (count <= 0) return;
      for (const profileId of await store.drawn(count, ids.fraction(), restedSince(next)))
        await insert(tx, profileId, next, null);
    });

  return {
    own,

    async play(profileId, isPlaying) {
      await db.write(async (tx) => {
        await db.lock(tx, `cooties:${profileId}`);
        const isNew = await participation.set(tx, profileId, 'cooties', isPlaying);
        if (!isPlaying) return createCootiesStore(tx).removeAll(profileId);
        if (isNew && (await missing(tx)) > 0) await insert(tx, profileId, today(), null);
      });
      return own(profileId);
    },

    shakeOff: (tx, profileId) => createCootiesStore(tx).shakeOff(profileId, today()),

    async advance() {
      const yesterday = today() - dayMs;
      const last = await createCootiesStore(db.read).lastRound();
      if (last !== null && last >= yesterday) return;
      const first = Math.max(last === null ? yesterday : last + dayMs, yesterday - (roundsMost - 1) * dayMs);
      for (let day = first; day <= yesterday; day += dayMs) await round(day);
    },
  };
}

const shown = ({ caught_day, gone_day, passed_on }: StoredGlitter): Glitter => ({
  dayCaught: caught_day,
  dayGone: gone_day,
  passedOn: passed_on,
});
