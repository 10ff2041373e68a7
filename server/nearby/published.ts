// The location rule: turns reported positions into published cells, with delays. Exact points are kept in memory only.
import type { Place } from '#shared/rules/distance.ts';
import { DueTimes } from './due-times.ts';
import { FixRun } from './fix-run.ts';
import { cellOf, cellSides, cellsApart, exactPoint, isSameCell, type Cell } from './grid.ts';

type PositionPrecision = 'area' | 'wide' | 'exact';

/** A reported position. `precision` 'exact' applies to hand-placed points only; a GPS fix is always published as its cell. */
export interface PositionReport {
  profileId: string;
  use: 'OVERRIDE' | 'DEVICE_GPS';
  lat: number;
  lon: number;
  /** Time of the fix on the device: a fix that is sent twice counts once. */
  fixMs: number;
  hide: boolean;
  effectiveUntilMs: number;
  precision: PositionPrecision;
}

/** What others see: a cell, or the exact point if the member chose so for a hand-placed point. */
export interface Shown {
  cell: Cell;
  exact?: Place;
}

/** A change of what others see; without `shown` the member leaves all lists, counts and maps. */
export interface ShownChange {
  profileId: string;
  shown?: Shown;
}

export interface PublishedPositions {
  /** Processes a report; returns the immediate change, if any. */
  report(report: PositionReport): ShownChange | undefined;
  /** Delayed changes and expirations that are due. Call it about every second, or at `nextDueMs`. */
  advance(): ShownChange[];
  /** The next time at which `advance` may return changes, in ms since 1970. */
  nextDueMs(): number | undefined;
  /** A member's exact point if known to this process: the centre of their own lists, never shown to others. */
  exactOf(profileId: string): Place | undefined;
  /** The cell to store: the published one, or for a hidden member the one to publish later. */
  cellFor(profileId: string): Cell | undefined;
  /** Restores a stored cell at start. Returns the resulting change. */
  restore(stored: { profileId: string; cell: Cell; hide: boolean; effectiveUntilMs: number }): ShownChange | undefined;
  /** Removes a member, e.g. when the account is deleted. */
  forget(profileId: string): ShownChange | undefined;
}

/** A GPS change to a neighbouring cell is published after up to this delay, so that its time does not disclose the crossing point. */
export const maxDelayMs = 300_000;
/** Positions expire, and exact points are dropped, at most this long after the report. */
export const maxEffectiveMs = 93_600_000;

interface Delayed {
  shown: Shown;
  dueMs: number;
}

interface MemberState {
  side: number;
  hide: boolean;
  effectiveUntilMs: number;
  /** The expiration in the due times; a later one is queued when this one is due. */
  queuedEndMs: number;
  exact: Place | undefined;
  fixes: FixRun;
  /** The current cell; `visible` follows it, possibly delayed. */
  target: Shown;
  visible: Shown | undefined;
  delayed: Delayed[];
}

/** `random` returns numbers from 0 to 1 for the delays. */
export function createPublishedPositions(world: { nowMs: () => number; random: () => number }): PublishedPositions {
  const members = new Map<string, MemberState>();
  const dueTimes = new DueTimes();

  return { report, advance, nextDueMs: () => dueTimes.next(), exactOf, cellFor, restore, forget };

  function report(next: PositionReport): ShownChange | undefined {
    const nowMs = world.nowMs();
    const before = live(next.profileId, nowMs);
    const effectiveUntilMs = Math.min(next.effectiveUntilMs, nowMs + maxEffectiveMs);
    if (effectiveUntilMs <= nowMs) return forget(next.profileId);
    const side = next.precision === 'wide' ? cellSides.wide : cellSides.area;
    const { target, isJump } = next.use === 'OVERRIDE' ? placed(next, side) : located(next, side, before);
    const member: MemberState = {
      side,
      hide: next.hide,
      effectiveUntilMs,
      queuedEndMs: before?.queuedEndMs ?? Infinity,
      exact: { lat: next.lat, lon: next.lon },
      fixes: target.fixes,
      target: target.shown,
      visible: members.get(next.profileId)?.visible,
      delayed: before?.delayed ?? [],
    };
    members.set(next.profileId, member);
    queueEnd(next.profileId, member);

    if (member.hide) return show(next.profileId, member, undefined);
    if (isJump || !member.visible) return show(next.profileId, member, member.target);
    const latest = member.delayed.at(-1)?.shown ?? member.visible;
    if (!isSameShown(latest, member.target)) delay(next.profileId, member, nowMs);
    return undefined;
  }

  /** A hand-placed point is published at once and resets the fixes. */
  function placed(next: PositionReport, side: number) {
    const shown: Shown = { cell: cellOf(next.lat, next.lon, side) };
    if (next.precision === 'exact') shown.exact = exactPoint(next);
    return { target: { shown, fixes: new FixRun() }, isJump: true };
  }

  /**
   * A GPS fix moves the member to the cell of the running median once at rest. Until then the cell stays, unless the fix is two cells
   * away. Jumps without intermediate cells are published at once; crossing cell by cell is published in each with a delay.
   */
  function located(next: PositionReport, side: number, before: MemberState | undefined) {
    const fixes = before?.fixes ?? new FixRun();
    const fixBefore = fixes.latest;
    fixes.add({ lat: next.lat, lon: next.lon, fixMs: next.fixMs });
    const own = cellOf(next.lat, next.lon, side);
    const rest = fixes.median();
    const restCell = rest && cellOf(rest.lat, rest.lon, side);
    if (!before || before.side !== side || before.target.exact || before.visible === undefined) {
      return { target: { shown: { cell: restCell ?? own }, fixes }, isJump: true };
    }
    const known = before.target.cell;
    const cell = restCell ?? (cellsApart(known, own) >= 2 ? own : known);
    const from = fixBefore ? cellOf(fixBefore.lat, fixBefore.lon, side) : known;
    return { target: { shown: { cell }, fixes }, isJump: cellsApart(known, cell) >= 2 && cellsApart(from, own) >= 2 };
  }

  /** Each change has its own random delay; it replaces earlier changes that are due later. */
  function delay(profileId: string, member: MemberState, nowMs: number): void {
    const dueMs = nowMs + Math.floor(world.random() * maxDelayMs);
    member.delayed = member.delayed.filter((earlier) => earlier.dueMs < dueMs);
    member.delayed.push({ shown: member.target, dueMs });
    dueTimes.add(dueMs, profileId);
  }

  function show(profileId: string, member: MemberState, shown: Shown | undefined): ShownChange | undefined {
    const isNew = !isSameShown(member.visible, shown);
    member.visible = shown;
    member.delayed = [];
    return isNew ? change(profileId, shown) : undefined;
  }

  function advance(): ShownChange[] {
    const nowMs = world.nowMs();
    const changes: ShownChange[] = [];
    for (const profileId of dueTimes.take(nowMs)) {
      const member = members.get(profileId);
      if (!member) continue;
      if (member.effectiveUntilMs <= nowMs) {
        const gone = forget(profileId);
        if (gone) changes.push(gone);
        continue;
      }
      if (member.queuedEndMs <= nowMs) {
        member.queuedEndMs = Infinity;
        queueEnd(profileId, member);
      }
      const due = member.delayed.findLast((entry) => entry.dueMs <= nowMs);
      if (!due) continue;
      const later = member.delayed.filter((entry) => entry.dueMs > nowMs);
      const seen = show(profileId, member, due.shown);
      member.delayed = later;
      if (seen) changes.push(seen);
    }
    return changes;
  }

  /** One entry per member, not per report: a postponed expiration is queued again when the old one is due. */
  function queueEnd(profileId: string, member: MemberState): void {
    if (member.queuedEndMs <= member.effectiveUntilMs) return;
    member.queuedEndMs = member.effectiveUntilMs;
    dueTimes.add(member.effectiveUntilMs, profileId);
  }

  function exactOf(profileId: string): Place | undefined {
    return live(profileId, world.nowMs())?.exact;
  }

  function cellFor(profileId: string): Cell | undefined {
    const member = live(profileId, world.nowMs());
    return (member?.visible ?? member?.target)?.cell;
  }

  function restore(stored: { profileId: string; cell: Cell; hide: boolean; effectiveUntilMs: number }): ShownChange | undefined {
    const { profileId, cell, hide, effectiveUntilMs } = stored;
    if (effectiveUntilMs <= world.nowMs()) return undefined;
    const visible = hide ? undefined : { cell };
    const fixes = new FixRun();
    const restored = { side: cell.side, hide, effectiveUntilMs, queuedEndMs: Infinity, exact: undefined, fixes, delayed: [] };
    const member: MemberState = { ...restored, target: { cell }, visible };
    members.set(profileId, member);
    queueEnd(profileId, member);
    return visible && change(profileId, visible);
  }

  function forget(profileId: string): ShownChange | undefined {
    const wasVisible = members.get(profileId)?.visible !== undefined;
    members.delete(profileId);
    return wasVisible ? change(profileId, undefined) : undefined;
  }

  /** The state of a member unless it has expired, even if `advance` was not called yet. */
  function live(profileId: string, nowMs: number): MemberState | undefined {
    const member = members.get(profileId);
    return member && member.effectiveUntilMs > nowMs ? member : undefined;
  }
}

const change = (profileId: string, shown: Shown | undefined): ShownChange => (shown ? { profileId, shown } : { profileId });

function isSameShown(a: Shown | undefined, b: Shown | undefined): boolean {
  if (!a || !b) return a === b;
  return isSameCell(a.cell, b.cell) && a.exact?.lat === b.exact?.lat && a.exact?.lon === b.exact?.lon;
}
