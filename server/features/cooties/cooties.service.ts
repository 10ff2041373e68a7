// The glitter game: each night glitter spreads from carriers to players with whom they exchanged messages.
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { cootiesRules, dayMs, dayOf, displayedReach } from '#shared/rules/community.ts';
import type { Tx } from '#server/db/open.ts';
import type { World } from '#server/world.ts';
import type { GamesService } from '#server/features/games/games.service.ts';
import type { Participation } from '#server/features/games/participation.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createCootiesStore, type Exchange, type StoredGlitter } from './cooties.store.ts';

export interface CootiesService {
  find(profileId: string): Promise<OwnCooties>;
  /** Joins or leaves the game; leaving deletes the member's glitter and trail. */
  play(profileId: string, isPlaying: boolean): Promise<OwnCooties>;
  /** Ends a player's current glitter, if any. */
  endGlitter(tx: Tx, profileId: string): Promise<void>;
  /** Plays the rounds of all days that ended since the last round. */
  playRounds(): Promise<void>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly games: Pick<GamesService, 'score' | 'scoreOf'>;
  readonly participation: Participation;
}

/** After a longer downtime the earlier days are skipped. */
const maxRounds = 7;

export function createCootiesService(world: World, { visibility, games, participation }: Dependencies): CootiesService {
  const { clock, db, ids } = world;
  const today = () => dayOf(clock.now());
  const restStart = (day: number) => day - cootiesRules.immunityDays * dayMs;

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

  async function missingCarriers(tx: Tx): Promise<number> {
    const { players, carriers } = await createCootiesStore(tx).counts();
    return Math.ceil(players / cootiesRules.seededOneIn) - carriers;
  }

  async function find(profileId: string): Promise<OwnCooties> {
    const store = createCootiesStore(db.read);
    const glitter = await store.of(profileId);
    const wentOn = glitter.reduce((sum, { went_on }) => sum + went_on, 0);
    const current = glitter.find(({ gone_day }) => gone_day === null);
    return {
      isPlaying: (await participation.of(profileId)).has('cooties'),
      points: (await games.scoreOf(profileId, 'cooties')).points,
      current: current === undefined ? null : toGlitter(current),
      trail: glitter.filter(({ gone_day }) => gone_day !== null).map(toGlitter),
      wentOnTo: displayedReach(wentOn),
    };
  }

  /** In random order, so that no carrier is preferred. */
  async function exchangesOf(tx: Tx, day: number): Promise<Exchange[]> {
    const found = await createCootiesStore(tx).exchanges({
      fromMs: day,
      untilMs: day + dayMs,
      withinMs: cootiesRules.exchangeMs,
      restedSince: restStart(day),
    });
    return found
      .filter(({ carrierId, playerId }) => !visibility.isHidden(carrierId, playerId))
      .map((exchange) => ({ exchange, order: ids.fraction() }))
      .toSorted((a, b) => a.order - b.order)
      .map(({ exchange }) => exchange);
  }

  async function spread(tx: Tx, day: number): Promise<void> {
    const store = createCootiesStore(tx);
    const next = day + dayMs;
    const caught = new Set<string>();
    const lost = new Set<string>();
    for (const { glitterId, carrierId, playerId } of await exchangesOf(tx, day)) {
      if (caught.has(playerId) || lost.has(carrierId)) continue;
      caught.add(playerId);
      await insert(tx, playerId, next, glitterId);
      await games.score(tx, carrierId, 'cooties', cootiesRules.pointsPerPass);
      if ((await store.passOn(glitterId)) < cootiesRules.maxPasses) continue;
      lost.add(carrierId);
      await store.endGlitter(carrierId, next);
    }
  }

  const playRound = (day: number) =>
    db.write(async (tx) => {
      const store = createCootiesStore(tx);
      if (!(await store.claimRound(day))) return;
      const next = day + dayMs;
      await spread(tx, day);
      await store.endCaughtBy(next - cootiesRules.lastsDays * dayMs, next);
      await store.forgetBefore(next - cootiesRules.trailDays * dayMs);
      const count = await missingCarriers(tx);
      if (count <= 0) return;
      for (const profileId of await store.randomCatchers(count, ids.fraction(), restStart(next)))
        await insert(tx, profileId, next, null);
    });

  return {
    find,

    async play(profileId, isPlaying) {
      await db.write(async (tx) => {
        await db.lock(tx, `cooties:${profileId}`);
        const isNew = await participation.set(tx, profileId, 'cooties', isPlaying);
        if (!isPlaying) return createCootiesStore(tx).removeAll(profileId);
        if (isNew && (await missingCarriers(tx)) > 0) await insert(tx, profileId, today(), null);
      });
      return find(profileId);
    },

    endGlitter: (tx, profileId) => createCootiesStore(tx).endGlitter(profileId, today()),

    async playRounds() {
      const yesterday = today() - dayMs;
      const last = await createCootiesStore(db.read).lastRound();
      const first = Math.max(last === null ? yesterday : last + dayMs, yesterday - (maxRounds - 1) * dayMs);
      for (let day = first; day <= yesterday; day += dayMs) await playRound(day);
    },
  };
}

const toGlitter = ({ caught_day, gone_day, passed_on }: StoredGlitter): Glitter => ({
  dayCaught: caught_day,
  dayGone: gone_day,
  passedOn: passed_on,
});
