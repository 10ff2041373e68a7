// Members' reported positions, of which others see only the published point.
import type { ProfilePosition } from '#shared/contract/positions.ts';
import type { Preferences } from '#shared/contract/settings.ts';
import { distanceMetres, type Place } from '#shared/rules/distance.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { problem } from '#server/http/problems.ts';
import { publishedPoint } from '#server/nearby/grid.ts';
import { createPublishedPositions, type PositionReport, type Shown, type ShownChange } from '#server/nearby/published.ts';
import type { World } from '#server/world.ts';
import { createPositionsStore } from './positions.store.ts';

export interface PositionsService {
  /** Problems: bad-request without the coordinates that `use` selects, too-many-requests. */
  report(profileId: string, position: ProfilePosition): Promise<void>;
  /** Null while the member is not on the map. */
  publishedOf(profileId: string): Place | null;
  /** The published point, even of a hidden member; null without a position. */
  publishableOf(profileId: string): Place | null;
  /** The exact position while it is in memory, else the published cell's point; also for a hidden member. */
  searchCentreOf(profileId: string): Place | null;
  /** Applies due delayed changes and expiries. Runs automatically once a second. */
  advance(): Promise<void>;
  close(): void;
}

interface Needs {
  readonly rates: RateLimiter;
  readonly preferencesOf: (profileId: string) => Promise<Pick<Preferences, 'positionPrecision' | 'hide'>>;
}

const farJumpMetres = 50_000;
const loadPageSize = 5_000;

/** Loads all unexpired positions. Publishes each later change of a published point as 'positionChanged'. */
export async function openPositions(world: World, { rates, preferencesOf }: Needs): Promise<PositionsService> {
  const store = createPositionsStore(world.db.read);
  const secret = await world.db.write((tx) => createSecretsStore(tx).findOrStore('published-points', world.ids.secret(32)));
  const published = createPublishedPositions({ nowMs: world.clock.now, random: world.ids.fraction });
  const shown = new Map<string, Shown>();

  const apply = ({ profileId, shown: now }: ShownChange) => {
    if (now) shown.set(profileId, now);
    else shown.delete(profileId);
  };
  const pointOf = (profileId: string, { cell, exact }: Shown): Place => exact ?? publishedPoint(secret, profileId, cell);

  for (let afterId = ''; ;) {
    const rows = await store.pageOf(afterId, world.clock.now(), loadPageSize);
    for (const row of rows) {
      const change = published.restore({
        profileId: row.profile_id,
        cell: { i: row.cell_i, j: row.cell_j, side: row.cell_side },
        hide: row.is_hidden === 1,
        effectiveUntilMs: row.effective_until_ms,
      });
      if (change) apply(change);
    }
    const last = rows.at(-1);
    if (!last || rows.length < loadPageSize) break;
    afterId = last.profile_id;
  }

  world.bus.on('profileDeleted', ({ profileId }) => {
    const change = published.forget(profileId);
    if (change) apply(change);
  });

  async function advance(): Promise<void> {
    const changes = published.advance();
    if (changes.length === 0) return;
    changes.forEach(apply);
    await world.db.write(async (tx) => {
      const positions = createPositionsStore(tx);
      for (const change of changes) {
        if (change.shown) await positions.setCell(change.profileId, change.shown.cell);
        else await positions.remove(change.profileId);
      }
    });
    for (const { profileId } of changes) world.bus.publish({ type: 'positionChanged', profileId });
  }

  const timer = setInterval(
    () => advance().catch((error: unknown) => world.log.error({ err: error }, 'positions could not advance')),
    1_000,
  );
  timer.unref();

  /** Hiding takes effect before the cell is stored, showing only afterwards. */
  async function applyReport(report: Omit<PositionReport, 'precision'>): Promise<void> {
    const { profileId, use, effectiveUntilMs } = report;
    const { positionPrecision, hide: isHidden } = await preferencesOf(profileId);
    // A device that has not yet received the choice to hide must not show its member.
    const hide = report.hide || isHidden;
    // The exact precision is only for points set by hand, not for positions of a device.
    const precision = use === 'OVERRIDE' || positionPrecision === 'wide' ? positionPrecision : 'area';
    const change = published.report({ ...report, hide, precision });
    if (change && !change.shown) {
      apply(change);
      world.bus.publish({ type: 'positionChanged', profileId });
    }
    const cell = published.cellFor(profileId);
    await world.db.write(async (tx) => {
      const positions = createPositionsStore(tx);
      if (!cell) return positions.remove(profileId);
      return positions.put({
        profile_id: profileId,
        cell_i: cell.i,
        cell_j: cell.j,
        cell_side: cell.side,
        use_kind: use,
        is_hidden: hide ? 1 : 0,
        effective_until_ms: effectiveUntilMs,
        updated_ms: world.clock.now(),
      });
    });
    if (change?.shown) {
      apply(change);
      world.bus.publish({ type: 'positionChanged', profileId });
    }
  }

  /** Applies changed preferences to the known exact position, or a change of hiding to the known cell. */
  async function applyPreferences(profileId: string, hide?: boolean): Promise<void> {
    const place = hide === undefined ? published.exactOf(profileId) : searchCentreOf(profileId);
    const row = place && (await store.find(profileId));
    if (!place || !row) return;
    const { use_kind: use, is_hidden, effective_until_ms: effectiveUntilMs } = row;
    await applyReport({ profileId, use, ...place, fixMs: world.clock.now(), hide: hide ?? is_hidden === 1, effectiveUntilMs });
  }
  world.bus.on('settingsChanged', ({ profileId, hide }) => {
    applyPreferences(profileId, hide).catch((error: unknown) =>
      world.log.error({ err: error }, 'changed preferences could not be applied'),
    );
  });

  const cellPointOf = (profileId: string): Place | null => {
    const cell = published.cellFor(profileId);
    return cell ? publishedPoint(secret, profileId, cell) : null;
  };
  const searchCentreOf = (profileId: string): Place | null => published.exactOf(profileId) ?? cellPointOf(profileId);
  const publishedOf = (profileId: string): Place | null => {
    const now = shown.get(profileId);
    return now ? pointOf(profileId, now) : null;
  };

  return {
    async report(profileId, position) {
      const before = published.exactOf(profileId);
      const place = placeOf(position) ?? (position.hide ? searchCentreOf(profileId) : null);
      // Without a position there is nothing to hide.
      if (place === null && position.hide) return;
      if (place === null)
        throw problem('bad-request', { message: `A position with use ${position.use} needs its latitude and longitude.` });
      if (!position.hide) rates.takeOrThrow(`positions:${profileId}`, world.limits.rates.positions);
      if (before && distanceMetres(before, place) > farJumpMetres)
        rates.takeOrThrow(`far-jumps:${profileId}`, world.limits.rates.farJumps);
      const nowMs = world.clock.now();
      await applyReport({
        profileId,
        use: position.use,
        ...place,
        fixMs: position.gpsTimestamp ?? nowMs,
        hide: position.hide,
        effectiveUntilMs: Math.min(position.tsEffectiveUntil, nowMs + world.limits.positionEffectiveMs),
      });
    },

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
