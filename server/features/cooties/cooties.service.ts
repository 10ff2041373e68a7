// Cooties, the glitter game: each night, glitter passes from its carriers to players with whom they exchanged messages.
import { setImmediate as otherCalls } from 'node:timers/promises';
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { cootiesRules, dayOf, displayedReach } from '#shared/rules/community.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Tx } from '#server/db/open.ts';
import { inSlices } from '#server/db/slices.ts';
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

/** After a downtime of more days, the rounds of the earlier days are skipped. */
const maxRounds = 7;
/** A few milliseconds of work. */
const carriersAtOnce = 50;
const passesAtOnce = 50;

const turnOf = (profileId: string): string => `cooties:${profileId}`;

export function createCootiesService(world: World, { visibility, games, participation }: Dependencies): CootiesService {
  const { clock, db, ids } = world;
  const today = () => dayOf(clock.now());
  const immunityStart = (day: number) => day - cootiesRules.immunityDays * dayMs;

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
    const reached = glitter.reduce((sum, { went_on }) => sum + went_on, 0);
    const current = glitter.find(({ gone_day }) => gone_day === null);
    return {
      isPlaying: (await participation.of(profileId)).has('cooties'),
      points: (await games.scoreOf(profileId, 'cooties')).points,
      current: current === undefined ? null : toGlitter(current),
      trail: glitter.filter(({ gone_day }) => gone_day !== null).map(toGlitter),
      wentOnTo: displayedReach(reached),
    };
  }

  /** In random order, so that every carrier has the same chance. Other calls are served between the pages. */
  async function exchangesOf(day: number): Promise<Exchange[]> {
    const store = createCootiesStore(db.read);
    const span = { fromMs: day, untilMs: day + dayMs, withinMs: cootiesRules.exchangeMs, immuneIfGoneAfter: immunityStart(day) };
    const found: { readonly exchange: Exchange; readonly order: number }[] = [];
    for (let afterId = ''; ; await otherCalls()) {
      const carriedIds = await store.carriedIds(day, afterId, carriersAtOnce);
      for (const exchange of await store.exchanges(carriedIds, span))
        if (!visibility.isHidden(exchange.carrierId, exchange.playerId)) found.push({ exchange, order: ids.fraction() });
      afterId = carriedIds.at(-1) ?? '';
      if (carriedIds.length < carriersAtOnce) break;
    }
    return found.toSorted((a, b) => a.order - b.order).map(({ exchange }) => exchange);
  }

  /** Returns false for a player who has left the game, or cannot catch glitter any more. */
  async function give(
    tx: Tx,
    playerId: string,
    caughtDay: number,
    fromId: string | null,
    immuneIfGoneAfter: number,
  ): Promise<boolean> {
    await db.lock(tx, turnOf(playerId));
    if (!(await createCootiesStore(tx).canCatch(playerId, immuneIfGoneAfter))) return false;
    await insert(tx, playerId, caughtDay, fromId);
    return true;
  }

  async function pass(tx: Tx, { glitterId, carrierId, playerId }: Exchange, day: number): Promise<void> {
    const store = createCootiesStore(tx);
    const next = day + dayMs;
    // The carrier may have passed the glitter on already, or left the game.
    if (!(await store.isCarried(glitterId)) || !(await give(tx, playerId, next, glitterId, immunityStart(day)))) return;
    await games.score(tx, carrierId, 'cooties', cootiesRules.pointsPerPass);
    if ((await store.passOn(glitterId)) >= cootiesRules.maxPasses) await store.endGlitter(carrierId, next);
  }

  async function seed(tx: Tx, next: number): Promise<number> {
    const count = Math.min(await missingCarriers(tx), passesAtOnce);
    const caught = count <= 0 ? [] : await createCootiesStore(tx).randomCatchers(count, ids.fraction(), immunityStart(next));
    for (const profileId of caught) await give(tx, profileId, next, null, immunityStart(next));
    return caught.length;
  }

  /** Works in small transactions. After an interruption the round is played again, without the passes already made. */
  async function playRound(day: number): Promise<void> {
    const next = day + dayMs;
    const exchanges = await exchangesOf(day);
    for (let from = 0; from < exchanges.length; from += passesAtOnce)
      await db.write(async (tx) => {
        for (const exchange of exchanges.slice(from, from + passesAtOnce)) await pass(tx, exchange, day);
      });
    await inSlices(db, (tx) => createCootiesStore(tx).endCaughtBy(next - cootiesRules.lastsDays * dayMs, next));
    await inSlices(db, (tx) => createCootiesStore(tx).forgetBefore(next - cootiesRules.trailDays * dayMs));
    for (let count = passesAtOnce; count >= passesAtOnce;) count = await db.write((tx) => seed(tx, next));
    await db.write((tx) => createCootiesStore(tx).recordRound(day));
  }

  return {
    find,

    async play(profileId, isPlaying) {
      await db.write(async (tx) => {
        await db.lock(tx, turnOf(profileId));
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
