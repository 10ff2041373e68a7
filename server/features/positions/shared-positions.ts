// Keeps the positions of processes that share a database: each continues with the state that the last change has stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { Place } from '#shared/rules/distance.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { ScanKey } from '#server/db/scan.ts';
import type { PositionsTable, PositionStatesTable } from '#server/db/schema.ts';
import type { StartProgress } from '#server/http/start-progress.ts';
import { memberOf } from '#server/nearby/member-state.ts';
import { createPublishedPositions, type PublishedPositions } from '#server/nearby/published.ts';
import { RestoredPositions, type RestoredPosition } from '#server/nearby/restored-positions.ts';
import type { PositionStates } from '#server/outside/position-states.ts';
import type { World } from '#server/world.ts';
import type { PositionChange, PositionKeeper } from './position-keeper.ts';
import { createPositionsStore } from './positions.store.ts';

const loadPageSize = 500;
const advancedAtOnce = 100;
const retryWithinMs = 20;
/** States of about 1 KB each. */
const maxLastRead = 5_000;

type CellRow = Omit<PositionsTable, 'use_kind' | 'updated_ms'>;

const positionOf = (row: CellRow): RestoredPosition => ({
  cell: { i: row.cell_i, j: row.cell_j, side: row.cell_side },
  hide: row.is_hidden === 1,
  effectiveUntilMs: row.effective_until_ms,
});

/** Loads all positions that have not expired, and reads a position again when a process has changed it. */
export async function openSharedPositions(
  world: World,
  states: PositionStates,
  progress: StartProgress,
): Promise<PositionKeeper> {
  const { bus, clock, db, ids } = world;
  const store = createPositionsStore(db.read);
  const cells = new RestoredPositions();
  /** The points of members who are shown where they have placed themselves by hand. */
  const points = new Map<string, Place>();
  /** The latest read of each row that is being read, because an earlier read may return outdated data. */
  const readings = new Map<string, symbol>();
  /** The members whose position has expired here and has not been read since. */
  const ended = new Set<string>();

  /** The states that were read last, until their positions change or end. The state of an id never changes. */
  const lastRead = new BoundedMap<string, { readonly id: string; readonly saved: Promise<string | null> }>(maxLastRead);

  async function savedOf(profileId: string, state: PositionStatesTable | null): Promise<string | null> {
    if (state === null) return null;
    const last = lastRead.get(profileId);
    if (last?.id === state.state_id) return last.saved;
    const read = { id: state.state_id, saved: states.read(state.state_id) };
    lastRead.set(profileId, read);
    const saved = await read.saved;
    if (saved === null && lastRead.get(profileId) === read) lastRead.delete(profileId);
    return saved;
  }

  /** Continues with the stored state or, if it is lost, with the published cell, as after a restart. */
  async function publishedOf(profileId: string, state: PositionStatesTable | null): Promise<PublishedPositions> {
    const published = createPublishedPositions({ nowMs: clock.now, random: ids.fraction });
    const saved = await savedOf(profileId, state);
    const row = saved === null ? await store.find(profileId) : null;
    if (saved !== null) published.load(profileId, saved);
    else if (row !== null) published.restore({ profileId, ...positionOf(row) });
    return published;
  }

  async function readAgain(profileId: string): Promise<void> {
    const reading = Symbol(profileId);
    readings.set(profileId, reading);
    lastRead.delete(profileId);
    const state = await store.stateOf(profileId);
    const saved = state?.has_point === 1 ? await savedOf(profileId, state) : null;
    const row = await store.find(profileId);
    if (readings.get(profileId) !== reading) return;
    readings.delete(profileId);
    cells.take(profileId);
    points.delete(profileId);
    const isCurrent = row !== null && row.effective_until_ms > clock.now();
    if (isCurrent) cells.add(profileId, positionOf(row));
    const point = saved === null ? undefined : memberOf(saved).visible?.exact;
    if (isCurrent && point !== undefined) points.set(profileId, point);
    await bus.apply({ type: 'positionChanged', profileId });
  }

  const scan = db.scanOf('positions.profile_id');
  for (let after: ScanKey | null = scan.start; after !== null;) {
    const { rows, next } = await store.page(scan, after, { nowMs: clock.now(), size: loadPageSize });
    for (const row of rows) cells.add(row.profile_id, positionOf(row));
    await progress.advance(rows.length);
    after = next;
  }
  for (const profileId of await store.withPoint()) await readAgain(profileId);

  bus.on('positionStored', ({ profileId }) => readAgain(profileId));
  bus.on('profileDeleted', ({ profileId }) => {
    lastRead.delete(profileId);
    cells.take(profileId);
    points.delete(profileId);
  });

  /** Tries again while other processes are faster. */
  async function change(profileId: string, decide: (state: PositionStatesTable | null) => Promise<PositionChange | null>) {
    for (; ; await delay(ids.fraction() * retryWithinMs)) {
      const before = await store.stateOf(profileId);
      const decided = await decide(before);
      if (decided === null) return;
      const published = await publishedOf(profileId, before);
      decided.apply(published);
      const cell = published.cellFor(profileId);
      const saved = published.save(profileId);
      const state = saved === undefined ? null : { id: randomUUID(), saved };
      // Stored before the row, because a state takes effect only once the row refers to it.
      if (state !== null) await states.store(state.id, state.saved, decided.choices.effective_until_ms);
      const isStored = await db.write(async (tx) => {
        const positions = createPositionsStore(tx);
        const next = state && {
          profile_id: profileId,
          state_id: state.id,
          due_ms: published.nextDueMs() ?? decided.choices.effective_until_ms,
          has_point: memberOf(state.saved).visible?.exact === undefined ? (0 as const) : (1 as const),
        };
        const isFirst =
          next === null
            ? before === null || (await positions.removeState(profileId, before.state_id))
            : await positions.replaceState(before?.state_id ?? null, next);
        if (!isFirst) return false;
        publishAfter(world, tx, { type: 'positionStored', profileId });
        if (cell === undefined) await positions.remove(profileId);
        else {
          const { i: cell_i, j: cell_j, side: cell_side } = cell;
          await positions.put({ profile_id: profileId, cell_i, cell_j, cell_side, updated_ms: clock.now(), ...decided.choices });
        }
        return true;
      });
      const outdated = isStored ? before?.state_id : state?.id;
      if (outdated !== undefined) await states.remove(outdated);
      if (isStored) return;
    }
  }

  return {
    shownOf(profileId) {
      const position = cells.get(profileId);
      if (position === undefined || position.hide) return undefined;
      const exact = points.get(profileId);
      return { cell: position.cell, ...(exact === undefined ? {} : { exact }) };
    },
    cellOf(profileId) {
      const position = cells.get(profileId);
      return position !== undefined && position.effectiveUntilMs > clock.now() ? position.cell : undefined;
    },
    exactOf: async (profileId) => (await publishedOf(profileId, await store.stateOf(profileId))).exactOf(profileId),
    change,

    async advance() {
      const nowMs = clock.now();
      for (const { profile_id } of await store.due(nowMs, advancedAtOnce))
        await change(profile_id, async (state) => {
          // Another process may have applied the change first.
          if (state === null || state.due_ms > nowMs) return null;
          const row = await store.find(profile_id);
          const { use_kind = 'DEVICE_GPS', is_hidden = 1, effective_until_ms = state.due_ms } = row ?? {};
          return { choices: { use_kind, is_hidden, effective_until_ms }, apply: (published) => published.advance()[0] };
        });
      for (const profileId of cells.ended(nowMs)) ended.add(profileId);
      // Another process may have postponed the expiry. Those that cannot be read now are read the next time.
      for (const profileId of ended) {
        await readAgain(profileId);
        ended.delete(profileId);
      }
    },
  };
}
