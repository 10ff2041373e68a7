// Reported positions of members, of which others only ever see the published point.
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
  /** Takes a report. Problems: bad-request without the point that `use` names, too-many-requests. */
  report(profileId: string, position: ProfilePosition): Promise<void>;
  /** The published point of a member; null while they are not on the map. */
  publishedOf(profileId: string): Place | null;
  /** The same for a hidden member: the point they would be shown at; null without a position. */
  publishableOf(profileId: string): Place | null;
  /** The centre of a member's own lists: their exact position while this process knows it, else the point of their published cell; hidden or not. */
  centreOf(profileId: string): Place | null;
  /** Applies due delayed changes and expiries. Runs by itself once a second. */
  advance(): Promise<void>;
  close(): void;
}

interface Needs {
  readonly rates: RateLimiter;
  readonly choicesOf: (profileId: string) => Promise<Pick<Preferences, 'positionPrecision' | 'hide'>>;
}

const farMetres = 50_000;
const loadSize = 5_000;

/** Reads every unexpired position; from then on each change of a published point is published as 'positionChanged'. */
export async function openPositions(world: World, { rates, choicesOf }: Needs): Promise<PositionsService> {
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
    const rows = await store.pageOf(afterId, world.clock.now(), loadSize);
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
    if (!last || rows.length < loadSize) break;
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

  /** Takes one report, stores the cell and publishes the change. Hiding takes effect at once, before any await; showing once stored. */
  async function take(report: Omit<PositionReport, 'precision'>): Promise<void> {
    const { profileId, use, effectiveUntilMs } = report;
    const { positionPrecision, hide: isHidden } = await choicesOf(profileId);
    // A device that does not know yet that its member hides must not show them.
    const hide = report.hide || isHidden;
    // A device's own position is never shown exactly, whatever precision was chosen for points set by hand.
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

  /** A changed choice applies at once to the known position; hiding also when only the cell is known. */
  async function applyChoices(profileId: string, hide?: boolean): Promise<void> {
    const place = hide === undefined ? published.exactOf(profileId) : centreOf(profileId);
    const row = place && (await store.find(profileId));
    if (!place || !row) return;
    const { use_kind: use, is_hidden, effective_until_ms: effectiveUntilMs } = row;
    await take({ profileId, use, ...place, fixMs: world.clock.now(), hide: hide ?? is_hidden === 1, effectiveUntilMs });
  }
  world.bus.on('settingsChanged', ({ profileId, hide }) => {
    applyChoices(profileId, hide).catch((error: unknown) => world.log.error({ err: error }, 'a choice could not be applied'));
  });

  const cellPointOf = (profileId: string): Place | null => {
    const cell = published.cellFor(profileId);
    return cell ? publishedPoint(secret, profileId, cell) : null;
  };
  const centreOf = (profileId: string): Place | null => published.exactOf(profileId) ?? cellPointOf(profileId);
  const publishedOf = (profileId: string): Place | null => {
    const now = shown.get(profileId);
    return now ? pointOf(profileId, now) : null;
  };

  return {
    async report(profileId, position) {
      const before = published.exactOf(profileId);
      const place = placeOf(position) ?? (position.hide ? centreOf(profileId) : null);
      // Without a position there is nothing to hide.
      if (place === null && position.hide) return;
      if (place === null)
        throw problem('bad-request', { message: `A position with use ${position.use} needs its latitude and longitude.` });
      if (!position.hide) rates.takeOrThrow(`positions:${profileId}`, world.limits.rates.positions);
      if (before && distanceMetres(before, place) > farMetres)
        rates.takeOrThrow(`far-jumps:${profileId}`, world.limits.rates.farJumps);
      const nowMs = world.clock.now();
      await take({
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
    centreOf,
    advance,
    close: () => clearInterval(timer),
  };
}

function placeOf({ use, overrideLat, overrideLon, gpsLat, gpsLon }: ProfilePosition): Place | null {
  const [lat, lon] = use === 'OVERRIDE' ? [overrideLat, overrideLon] : [gpsLat, gpsLon];
  return lat === null || lat === undefined || lon === null || lon === undefined ? null : { lat, lon };
}
