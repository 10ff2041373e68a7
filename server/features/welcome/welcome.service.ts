// The Welcome Committee: members greet nearby newcomers who want it, and vouch for those who answered.
import type { Hello, Newcomer, OwnWelcome } from '#shared/contract/community.ts';
import { dayOf, welcomeRules } from '#shared/rules/community.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import type { PartKind } from '#shared/rules/games.ts';
import { firstShown } from '#server/db/first-shown.ts';
import { problem } from '#server/http/problems.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import type { World } from '#server/world.ts';
import type { GamesService } from '#server/features/games/games.service.ts';
import type { Participation } from '#server/features/games/participation.service.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { PositionsService } from '#server/features/positions/positions.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { AnsweredHellos } from './answered-hellos.service.ts';
import { createWelcomeStore, type StoredHello } from './welcome.store.ts';

type Choices = Pick<OwnWelcome, 'isGreeter' | 'isGreeted' | 'showsVouches'>;

export interface WelcomeService {
  find(profileId: string): Promise<OwnWelcome>;
  /** Choices that are not given stay as they are. */
  change(profileId: string, change: { readonly [Choice in keyof Choices]?: boolean | undefined }): Promise<OwnWelcome>;
  /** The newcomers whom the greeter can greet, nearest first. Members who are not greeters get none. Problem: no-position. */
  newcomers(greeterId: string): Promise<Newcomer[]>;
  /** Problems: not-found for a member whom the greeter cannot greet, too-many-requests. */
  sayHello(greeterId: string, newcomerId: string): Promise<Hello>;
  hellos(greeterId: string): Promise<Hello[]>;
  /** The number of greetings in shown conversations that the member has not answered. */
  waiting(newcomerId: string): Promise<number>;
  /** Problem: not-found for a member who has not answered the greeter's hello or is hidden from them. */
  vouch(greeterId: string, newcomerId: string, isVouchedFor: boolean): Promise<Hello>;
  /** Null if the viewer may not see the number. */
  vouchesShown(viewerId: string, profileId: string): Promise<number | null>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: Pick<ProfilesService, 'isVisible' | 'reducedBriefs' | 'broadcasters'>;
  readonly positions: Pick<PositionsService, 'searchCentreOf'>;
  readonly games: Pick<GamesService, 'scoreOf'>;
  readonly participation: Participation;
  readonly answered: AnsweredHellos;
  readonly rates: RateLimiter;
  readonly writtenWith: (profileId: string) => Promise<ReadonlySet<string>>;
}

const kinds = { isGreeter: 'greeter', isGreeted: 'greeted', showsVouches: 'vouches' } as const satisfies Record<
  keyof Choices,
  PartKind
>;
const choices = ['isGreeter', 'isGreeted', 'showsVouches'] as const;

export function createWelcomeService(world: World, dependencies: Dependencies): WelcomeService {
  const { visibility, profiles, positions, games, participation, answered, rates, writtenWith } = dependencies;
  const { clock, db, limits } = world;
  const newSince = () => clock.now() - welcomeRules.newcomerMs;

  /** Newcomers visible to the greeter at any distance, with their published points. */
  async function greetable(greeterId: string): Promise<(Place & { readonly profileId: string })[]> {
    if (!(await participation.of(greeterId)).has('greeter')) return [];
    const known = await writtenWith(greeterId);
    const found = await createWelcomeStore(db.read).newcomers(greeterId, newSince(), welcomeRules.maxGreeters);
    return found.flatMap((profileId) => {
      const shown = world.nearby.get(profileId);
      const isShown = shown !== undefined && !shown.isTest && !known.has(profileId) && !visibility.isHidden(greeterId, profileId);
      return isShown ? [{ profileId, lat: shown.lat, lon: shown.lon }] : [];
    });
  }

  async function find(profileId: string): Promise<OwnWelcome> {
    const store = createWelcomeStore(db.read);
    const parts = await participation.of(profileId);
    return {
      isGreeter: parts.has('greeter'),
      isGreeted: parts.has('greeted'),
      showsVouches: parts.has('vouches'),
      isNewcomer: (await store.joinedMs(profileId)) >= newSince(),
      points: (await games.scoreOf(profileId, 'welcome')).points,
      vouches: await countVouches(profileId, profileId),
    };
  }

  /** Counts members whom the viewer blocks too, because the viewer could otherwise find out who vouches by blocking one after the other. */
  async function countVouches(viewerId: string, profileId: string): Promise<number | null> {
    const vouchers = await createWelcomeStore(db.read).vouchersOf(profileId);
    const count = vouchers.filter((voucherId) => !visibility.isBlockedBy(viewerId, voucherId)).length;
    return count >= welcomeRules.vouchesShownFrom ? count : null;
  }

  /** The rows are those of members who are not hidden from the greeter. */
  async function withProfiles(rows: readonly StoredHello[]): Promise<Hello[]> {
    const briefs = await profiles.reducedBriefs(rows.map(({ newcomer_id }) => newcomer_id));
    return rows.flatMap(({ newcomer_id, created_ms, answered_ms, vouched_ms }) => {
      const profile = briefs.get(newcomer_id);
      if (profile === undefined) return [];
      return [{ profile, day: dayOf(created_ms), isAnswered: answered_ms !== null, isVouchedFor: vouched_ms !== null }];
    });
  }

  async function helloTo(greeterId: string, newcomerId: string): Promise<Hello> {
    const row = await createWelcomeStore(db.read).find(greeterId, newcomerId);
    const [hello] = row === null || visibility.isHidden(greeterId, newcomerId) ? [] : await withProfiles([row]);
    if (hello === undefined) throw problem('not-found');
    return hello;
  }

  return {
    find,

    async change(profileId, change) {
      await db.write(async (tx) => {
        for (const choice of choices) {
          const takesPart = change[choice];
          if (takesPart !== undefined) await participation.set(tx, profileId, kinds[choice], takesPart);
        }
      });
      return find(profileId);
    },

    async newcomers(greeterId) {
      const found = await greetable(greeterId);
      const centre = await positions.searchCentreOf(greeterId);
      if (centre === null) {
        if ((await participation.of(greeterId)).has('greeter')) throw problem('no-position');
        return [];
      }
      const near = found
        .map((newcomer) => ({ newcomer, metres: distanceMetres(centre, newcomer) }))
        .filter(({ metres }) => metres <= welcomeRules.nearMetres)
        .toSorted((a, b) => a.metres - b.metres || (a.newcomer.profileId < b.newcomer.profileId ? -1 : 1))
        .slice(0, welcomeRules.newcomersListed)
        .map(({ newcomer }) => newcomer);
      const briefs = await profiles.broadcasters(near.map(({ profileId }) => profileId));
      return near.flatMap(({ profileId, lat, lon }) => {
        const brief = briefs.get(profileId);
        return brief === undefined ? [] : [{ ...brief, lat, lon }];
      });
    },

    async sayHello(greeterId, newcomerId) {
      if ((await createWelcomeStore(db.read).find(greeterId, newcomerId)) !== null) {
        return helloTo(greeterId, newcomerId);
      }
      if (!(await greetable(greeterId)).some(({ profileId }) => profileId === newcomerId)) throw problem('not-found');
      await rates.takeOrThrow(`hellos:${greeterId}`, limits.rates.hellos);
      await db.write(async (tx) => {
        await db.lock(tx, `hellos:${newcomerId}`);
        const store = createWelcomeStore(tx);
        const left = await store.newcomers(greeterId, newSince(), welcomeRules.maxGreeters);
        if (!left.includes(newcomerId) && (await store.find(greeterId, newcomerId)) === null) throw problem('not-found');
        const row = { greeter_id: greeterId, newcomer_id: newcomerId, created_ms: clock.now() };
        await store.insert({ ...row, answered_ms: null, vouched_ms: null });
      });
      answered.expectAnswer(greeterId, newcomerId);
      return helloTo(greeterId, newcomerId);
    },

    hellos: async (greeterId) =>
      withProfiles(
        // Older hellos fill the places of hellos to hidden members, as if those members were deleted.
        await firstShown(
          welcomeRules.hellosListed,
          (limit) => createWelcomeStore(db.read).of(greeterId, limit),
          ({ newcomer_id }) => !visibility.isHidden(greeterId, newcomer_id),
        ),
      ),

    async waiting(newcomerId) {
      const greeters = await createWelcomeStore(db.read).unansweredBy(newcomerId, clock.now() - welcomeRules.helloOpenMs);
      const shownGreeters = greeters.filter((greeterId) => !visibility.isHidden(newcomerId, greeterId));
      const visible = await Promise.all(shownGreeters.map((greeterId) => profiles.isVisible(newcomerId, greeterId)));
      return visible.filter(Boolean).length;
    },

    async vouch(greeterId, newcomerId, isVouchedFor) {
      await helloTo(greeterId, newcomerId);
      const vouchedMs = isVouchedFor ? clock.now() : null;
      const isKnown = await db.write((tx) => createWelcomeStore(tx).vouch(greeterId, newcomerId, vouchedMs));
      if (!isKnown) throw problem('not-found');
      return helloTo(greeterId, newcomerId);
    },

    async vouchesShown(viewerId, profileId) {
      // Reads the profile before it checks blocks, so that the time of the answer does not disclose a block.
      if (!(await profiles.isVisible(viewerId, profileId)) || visibility.isHidden(viewerId, profileId)) return null;
      if (!(await participation.of(profileId)).has('vouches')) return null;
      return countVouches(viewerId, profileId);
    },
  };
}
