// Receives members' positions. Others see only the published point.
import type { ProfilePosition } from '#shared/contract/positions.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import type { ScanKey } from '#server/db/scan.ts';
import type { PositionsTable } from '#server/db/schema.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import type { StartProgress } from '#server/http/start-progress.ts';
import { publishedPoint } from '#server/nearby/grid.ts';
import { keyedHash } from '#server/nearby/keyed-hash.ts';
import { createPublishedPositions } from '#server/nearby/published.ts';
import type { Shown, ShownChange } from '#server/nearby/shown.ts';
import type { VisitSlots } from '#server/nearby/visit-slots.ts';
import type { World } from '#server/world.ts';
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
  searchCentreOf(profileId: string): Place | null;
  /** Applies delayed changes and expiries that are due. Runs by itself once a second. */
  advance(): Promise<void>;
  close(): void;
}

interface Dependencies {
  readonly rates: RateLimiter;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'positionPrecision' | 'hide'>>;
  readonly visitSlots: VisitSlots;
  readonly progress: StartProgress;
}

const farJumpMetres = 50_000;
const loadPageSize = 500;
/** How many changes one transaction stores: a few milliseconds of work. */
const changedAtOnce = 100;
/** An expiry earlier than this is the member's own choice. */
const longExpiryMs = 2 * 3_600_000;

/** Loads all positions that have not expired. Later changes of a published point are published as 'positionChanged'. */
export async function openPositions(
  world: World,
  { rates, preferencesOf, visitSlots, progress }: Dependencies,
): Promise<PositionsService> {
  const store = createPositionsStore(world.db.read);
  const hashOf = keyedHash(
    await world.db.write((tx) => createSecretsStore(tx).findOrStore('published-points', world.ids.secret(32))),
  );
  /** Members whose position has changed since the start, as others see them. */
  const shown = new Map<string, Shown>();
  const published = createPublishedPositions({
    nowMs: world.clock.now,
    random: world.ids.fraction,
    onLastRestored: (profileId, last) => last && shown.set(profileId, last),
  });

  const apply = ({ profileId, shown: now }: ShownChange) => {
    if (now) shown.set(profileId, now);
    else shown.delete(profileId);
  };
  const pointOf = (profileId: string, { cell, exact }: Shown): Place => exact ?? publishedPoint(hashOf, profileId, cell);

  // Each position is loaded twice: here, and as a brief in the nearby index.
  progress.expect(2 * (await store.count(world.clock.now())));
  const scan = world.db.scanOf('positions.profile_id');
  for (let after: ScanKey | null = scan.start; after !== null;) {
    const { rows, next } = await store.page(scan, after, { nowMs: world.clock.now(), size: loadPageSize });
    for (const row of rows)
      published.restore({
        profileId: row.profile_id,
        cell: { i: row.cell_i, j: row.cell_j, side: row.cell_side },
        hide: row.is_hidden === 1,
        effectiveUntilMs: row.effective_until_ms,
      });
    await progress.advance(rows.length);
    after = next;
  }

  world.bus.on('profileDeleted', ({ profileId }) => {
    const change = published.forget(profileId);
    if (change) apply(change);
  });

  async function advance(): Promise<void> {
    const changes = published.advance();
    if (changes.length === 0) return;
    changes.forEach(apply);
    for (let from = 0; from < changes.length; from += changedAtOnce) {
      const slice = changes.slice(from, from + changedAtOnce);
      await world.db.write(async (tx) => {
        const positions = createPositionsStore(tx);
        for (const change of slice) {
          if (change.shown) await positions.setCell(change.profileId, change.shown.cell);
          else await positions.remove(change.profileId);
        }
      });
      for (const { profileId } of slice) world.bus.publish({ type: 'positionChanged', profileId });
    }
  }

  const timer = setInterval(
    () => advance().catch((error: unknown) => world.log.error({ err: error }, 'positions could not advance')),
    1_000,
  );
  timer.unref();

  /** Applies a change and stores the cell. Hiding takes effect before the cell is stored, showing only afterwards. */
  async function applyAndStore(
    profileId: string,
    change: ShownChange | undefined,
    row: Pick<PositionsTable, 'use_kind' | 'is_hidden' | 'effective_until_ms'>,
  ): Promise<void> {
    if (change && !change.shown) {
      apply(change);
      world.bus.publish({ type: 'positionChanged', profileId });
    }
    const cell = published.cellFor(profileId);
    await world.db.write(async (tx) => {
      const positions = createPositionsStore(tx);
      if (!cell) return positions.remove(profileId);
      const { i: cell_i, j: cell_j, side: cell_side } = cell;
      return positions.put({ profile_id: profileId, cell_i, cell_j, cell_side, updated_ms: world.clock.now(), ...row });
    });
    if (change?.shown) {
      apply(change);
      world.bus.publish({ type: 'positionChanged', profileId });
    }
  }

  /** Applies changed preferences to the known position. */
  async function applyPreferences(profileId: string, hide?: boolean): Promise<void> {
    const row = await store.find(profileId);
    if (!row) return;
    const preferences = await preferencesOf(profileId);
    const isHidden = hide ?? (row.is_hidden === 1 || preferences.hide);
    const change = published.setPreferences(profileId, { hide: isHidden, precision: preferences.positionPrecision });
    const { use_kind, effective_until_ms } = row;
    await applyAndStore(profileId, change, { use_kind, is_hidden: isHidden ? 1 : 0, effective_until_ms });
  }
  world.bus.on('settingsChanged', ({ profileId, hide }) => {
    applyPreferences(profileId, hide).catch((error: unknown) =>
      world.log.error({ err: error }, 'changed preferences could not be applied'),
    );
  });

  const cellPointOf = (profileId: string): Place | null => {
    const cell = published.cellFor(profileId);
    return cell ? publishedPoint(hashOf, profileId, cell) : null;
  };
  const searchCentreOf = (profileId: string): Place | null => published.exactOf(profileId) ?? cellPointOf(profileId);
  const shownOf = (profileId: string): Shown | undefined => shown.get(profileId) ?? published.restoredOf(profileId);
  const publishedOf = (profileId: string): Place | null => {
    const now = shownOf(profileId);
    return now ? pointOf(profileId, now) : null;
  };

  /** The expiry is moved forward into a slot of visits, because the exact one would disclose the time of the last report. */
  function expiryOf(profileId: string, untilMs: number): number {
    const disclosedMs = visitSlots.startOf(profileId, untilMs) - visitSlots.extensionMs(profileId, untilMs);
    return untilMs - world.clock.now() > longExpiryMs ? disclosedMs : untilMs;
  }

  return {
    async report(profileId, position) {
      const before = published.exactOf(profileId);
      const place = placeOf(position) ?? (position.hide ? searchCentreOf(profileId) : null);
      // Without a position there is nothing to hide.
      if (place === null && position.hide) return;
      if (place === null)
        throw problem('bad-request', { message: `A position with use ${position.use} needs its latitude and longitude.` });
      if (!position.hide) await rates.takeOrThrow(`positions:${profileId}`, world.limits.rates.positions);
      if (before && distanceMetres(before, place) > farJumpMetres)
        await rates.takeOrThrow(`far-jumps:${profileId}`, world.limits.rates.farJumps);
      const nowMs = world.clock.now();
      const { use, restPlace } = position;
      const { positionPrecision: precision, hide: isHidden } = await preferencesOf(profileId);
      // A device that does not know yet that its member has hidden must not show them again.
      const hide = position.hide || isHidden;
      const effectiveUntilMs = expiryOf(profileId, Math.min(position.tsEffectiveUntil, nowMs + world.limits.positionEffectiveMs));
      const fixMs = position.gpsTimestamp ?? nowMs;
      const report = { profileId, use, ...place, fixMs, restPlace: restPlace ?? undefined, hide, effectiveUntilMs, precision };
      const row = { use_kind: use, is_hidden: hide ? 1 : 0, effective_until_ms: effectiveUntilMs } as const;
      await applyAndStore(profileId, published.report(report), row);
    },

    isPublished: (profileId) => shownOf(profileId) !== undefined,
    publishedOf,
    publishableOf(profileId) {
      const cellPoint = cellPointOf(profileId);
      return cellPoint && (publishedOf(profileId) ?? cellPoint);
    },
    searchCentreOf,
    advance,
    close: () => clearInterval(timer),
  };
}

function placeOf({ use, overrideLat, overrideLon, gpsLat, gpsLon }: ProfilePosition): Place | null {
  const [lat, lon] = use === 'OVERRIDE' ? [overrideLat, overrideLon] : [gpsLat, gpsLon];
  return lat === null || lat === undefined || lon === null || lon === undefined ? null : { lat, lon };
}
