// Receives members' positions. Others see only the published point.
import type { ProfilePosition } from '#shared/contract/positions.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { DatabaseFailure } from '#server/db/errors.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import { throwRefusal, type RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import type { StartProgress } from '#server/http/start-progress.ts';
import { createRepeatedWork } from '#server/jobs/repeated-work.ts';
import { cellSides, publishedPoint } from '#server/nearby/grid.ts';
import { keyedHash } from '#server/nearby/keyed-hash.ts';
import type { Shown } from '#server/nearby/shown.ts';
import type { VisitSlots } from '#server/nearby/visit-slots.ts';
import type { World } from '#server/world.ts';
import { openOwnPositions } from './own-positions.ts';
import type { PositionKeeper } from './position-keeper.ts';
import { createPositionsStore } from './positions.store.ts';

export interface PositionsService {
  /** Problems: bad-request without the coordinates that `use` selects, too-many-requests. */
  report(profileId: string, position: ProfilePosition): Promise<void>;
  /** Whether the member is on the map. */
  isPublished(profileId: string): boolean;
  /** Null while the member is not on the map. */
  publishedOf(profileId: string): Place | null;
  /** The published point, or the one that a hidden member would have. Null without a position. */
  publishableOf(profileId: string): Place | null;
  /** The exact position while it is in memory, otherwise the point of the published cell. Hidden members have one too. */
  searchCentreOf(profileId: string): Promise<Place | null>;
  /** Applies delayed changes and expiries that are due. Runs by itself once a second. */
  advance(): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  readonly rates: RateLimiter;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'positionPrecision' | 'hide'>>;
  readonly visitSlots: VisitSlots;
  readonly progress: StartProgress;
}

const farJumpMetres = 50_000;
/** An expiry earlier than this is the member's own choice. */
const longExpiryMs = 2 * hourMs;

/** Loads all positions that have not expired. Later changes of a published point are published as 'positionChanged'. */
export async function openPositions(
  world: World,
  { rates, preferencesOf, visitSlots, progress }: Dependencies,
): Promise<PositionsService> {
  const store = createPositionsStore(world.db.read);
  const hashOf = keyedHash(
    await world.db.write((tx) => createSecretsStore(tx).findOrStore('published-points', world.ids.secret(32))),
  );
  // Each position is loaded twice: here, and as a brief in the nearby index.
  progress.expect(2 * (await store.count(world.clock.now())));
  const keeper = await openKeeper(world, progress);
  const pointOf = (profileId: string, { cell, exact }: Shown): Place => exact ?? publishedPoint(hashOf, profileId, cell);

  let advancing: Promise<void> | null = null;
  const advanceLater = (): void =>
    void (advancing ??= keeper
      .advance()
      .catch((error: unknown) => world.log.error({ err: error }, 'positions could not advance'))
      .finally(() => (advancing = null)));
  const timer = setInterval(advanceLater, 1_000);
  timer.unref();

  /** Applies changed preferences to the known position. The choice to hide in the preferences may be newer than `hide`. */
  const applyPreferences = (profileId: string, hide?: boolean): Promise<void> =>
    keeper.change(profileId, async () => {
      const row = await store.find(profileId);
      if (!row) return null;
      const preferences = await preferencesOf(profileId);
      const isHidden = preferences.hide || (hide ?? row.is_hidden === 1);
      const { use_kind, effective_until_ms } = row;
      return {
        choices: { use_kind, is_hidden: isHidden ? 1 : 0, effective_until_ms },
        apply: (published) => published.setPreferences(profileId, { hide: isHidden, precision: preferences.positionPrecision }),
      };
    });
  /** The members whose stored preferences could not be applied, with `choosesHide`. */
  const unapplied = createRepeatedWork(applyStored);
  /** With `choosesHide` the stored choice to hide or not counts, whatever the device has reported. */
  async function applyStored(profileId: string, choosesHide: boolean): Promise<void> {
    unapplied.remove(profileId);
    try {
      await applyPreferences(profileId, choosesHide ? (await preferencesOf(profileId)).hide : undefined);
    } catch (error) {
      if (error instanceof DatabaseFailure) unapplied.add(profileId, choosesHide);
      throw error;
    }
  }
  world.bus.on('preferencesStored', ({ profileId, hide }) =>
    applyStored(profileId, hide !== undefined || unapplied.get(profileId) === true),
  );
  // A process may have ended after it stored a choice, and before it applied it.
  for (const { profileId, hides, isWide } of await store.hidingOrWide()) {
    const isShownAnyway = hides && keeper.shownOf(profileId) !== undefined;
    const { side = cellSides.wide } = keeper.cellOf(profileId) ?? {};
    if (isShownAnyway || (isWide && side !== cellSides.wide)) await applyPreferences(profileId);
  }

  const cellPointOf = (profileId: string): Place | null => {
    const cell = keeper.cellOf(profileId);
    return cell ? publishedPoint(hashOf, profileId, cell) : null;
  };
  const searchCentreOf = async (profileId: string): Promise<Place | null> =>
    (await keeper.exactOf(profileId)) ?? cellPointOf(profileId);
  const publishedOf = (profileId: string): Place | null => {
    const now = keeper.shownOf(profileId);
    return now ? pointOf(profileId, now) : null;
  };

  /** Moves the expiry to a time in the slots of visits, because the exact one would disclose the time of the last report. */
  function expiryOf(profileId: string, untilMs: number): number {
    const disclosedMs = visitSlots.startOf(profileId, untilMs) - visitSlots.extensionMs(profileId, untilMs);
    return untilMs - world.clock.now() > longExpiryMs ? disclosedMs : untilMs;
  }

  return {
    async report(profileId, position) {
      const place = placeOf(position);
      // The known position stays what it is, so that a fix does not become a point placed by hand.
      if (place === null && position.hide) return applyPreferences(profileId, true);
      if (place === null)
        throw problem('bad-request', { message: `A position with use ${position.use} needs its latitude and longitude.` });
      if (!position.hide) await rates.takeOrThrow(`positions:${profileId}`, world.limits.rates.positions);
      const limit = limitFor(await keeper.exactOf(profileId), cellPointOf(profileId), { place, use: position.use });
      if (limit !== null) {
        const taken = await rates.take(`${limit}:${profileId}`, world.limits.rates.farJumps);
        // Hiding is never refused.
        if (position.hide && !taken.isAllowed) return applyPreferences(profileId, true);
        throwRefusal(taken);
      }
      const { use, restPlace } = position;
      let preferences = await preferencesOf(profileId);
      await keeper.change(profileId, async () => {
        const nowMs = world.clock.now();
        preferences = await preferencesOf(profileId);
        const { positionPrecision: precision, hide: isHidden } = preferences;
        // A device that does not know yet that its member has hidden must not show them again.
        const hide = position.hide || isHidden;
        const askedMs = Math.floor(position.tsEffectiveUntil);
        const untilMs = expiryOf(profileId, Math.min(askedMs, nowMs + world.limits.positionEffectiveMs));
        const fixMs = position.gpsTimestamp ?? nowMs;
        const rest = restPlace ?? undefined;
        const report = { profileId, use, ...place, fixMs, restPlace: rest, hide, effectiveUntilMs: untilMs, precision };
        return {
          choices: { use_kind: use, is_hidden: hide ? 1 : 0, effective_until_ms: untilMs },
          apply: (published) => published.report(report),
        };
      });
      // Preferences that changed meanwhile have found no position if this is the first one.
      const { hide, positionPrecision } = await preferencesOf(profileId);
      if (hide !== preferences.hide || positionPrecision !== preferences.positionPrecision)
        await applyPreferences(profileId, position.hide);
    },

    isPublished: (profileId) => keeper.shownOf(profileId) !== undefined,
    publishedOf,
    publishableOf(profileId) {
      const cellPoint = cellPointOf(profileId);
      return cellPoint && (publishedOf(profileId) ?? cellPoint);
    },
    searchCentreOf,
    advance: keeper.advance,
    async close() {
      unapplied.close();
      clearInterval(timer);
      await advancing;
      // A change may have become due since the last second.
      advanceLater();
      await advancing;
    },
  };
}

/** Null for a position near the last one. A first position has a limit too: a member who ends theirs early would otherwise jump freely. */
function limitFor(
  exact: Place | undefined,
  cellPoint: Place | null,
  { place, use }: { readonly place: Place; readonly use: ProfilePosition['use'] },
): 'first-positions' | 'far-jumps' | null {
  if (exact === undefined && cellPoint === null) return 'first-positions';
  // Without the exact position, a fix is not published at once, so only points placed by hand can be used for sampling.
  const before = exact ?? (use === 'OVERRIDE' ? cellPoint : null);
  return before !== null && distanceMetres(before, place) > farJumpMetres ? 'far-jumps' : null;
}

/** The code for processes that share a database is loaded only for them. */
async function openKeeper(world: World, progress: StartProgress): Promise<PositionKeeper> {
  if (world.positionStates === null) return openOwnPositions(world, progress);
  const { openSharedPositions } = await import('./shared-positions.ts');
  return openSharedPositions(world, world.positionStates, progress);
}

function placeOf({ use, overrideLat, overrideLon, gpsLat, gpsLon }: ProfilePosition): Place | null {
  const [lat, lon] = use === 'OVERRIDE' ? [overrideLat, overrideLon] : [gpsLat, gpsLon];
  return lat === null || lat === undefined || lon === null || lon === undefined ? null : { lat, lon };
}
