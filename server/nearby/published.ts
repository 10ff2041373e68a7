// From the reports of a member to the cell others see him in: decides which cell and from which moment on, and keeps the exact point.
import type { Place } from '#shared/rules/distance.ts';
import { DueTimes } from './due-times.ts';
import { FixRun } from './fix-run.ts';
import { cellOf, cellSides, cellsApart, exactPoint, isSameCell, type Cell } from './grid.ts';

type PositionPrecision = 'area' | 'wide' | 'exact';

/** One position as a member reports it. `precision` 'exact' counts for a hand-placed point only; a GPS fix is always shown by its cell. */
export interface PositionReport {
  profileId: string;
  use: 'OVERRIDE' | 'DEVICE_GPS';
  lat: number;
  lon: number;
  /** When the device took the fix: the same fix sent again counts once. */
  fixMs: number;
  hide: boolean;
  effectiveUntilMs: number;
  precision: PositionPrecision;
}

/** What others see: a cell, or the very point where the member chose so for a place he set by hand. */
export interface Shown {
  cell: Cell;
  exact?: Place;
}

/** A change of what others see from now on; without `shown` the member leaves every list, count and map. */
export interface ShownChange {
  profileId: string;
  shown?: Shown;
}

export interface PublishedPositions {
  /** Takes a report; answers the change that is to be seen at once, if any. */
  report(report: PositionReport): ShownChange | undefined;
  /** The delayed changes and the ends that are due by now. Call it about every second, or at `nextDueMs`. */
  advance(): ShownChange[];
  /** When `advance` may have something to say next, in ms since 1970. */
  nextDueMs(): number | undefined;
  /** The member's own exact point while he has one in this process: the centre of his own lists, never for others. */
  exactOf(profileId: string): Place | undefined;
  /** The cell to keep in the database: the one others see, while hidden the one they would see. */
  cellFor(profileId: string): Cell | undefined;
  /** Takes over what the database kept, at start. Answers what is to be shown. */
  restore(stored: { profileId: string; cell: Cell; hide: boolean; effectiveUntilMs: number }): ShownChange | undefined;
  /** Forgets a member, as when the account is deleted. */
  forget(profileId: string): ShownChange | undefined;
}

/** A GPS change to a neighbouring cell is seen after up to so long, so that the moment does not tell where the border was crossed. */
export const mostDelayMs = 300_000;
/** No position counts, and no exact point is kept, for longer than this after its report. */
export const mostEffectiveMs = 93_600_000;

interface Delayed {
  shown: Shown;
  dueMs: number;
}

interface MemberState {
  side: number;
  hide: boolean;
  effectiveUntilMs: number;
  /** The end that stands in the due times; a later one is queued when this one comes up. */
  queuedEndMs: number;
  exact: Place | undefined;
  fixes: FixRun;
  /** Where the member counts as being; `visible` follows it, perhaps later. */
  target: Shown;
  visible: Shown | undefined;
  delayed: Delayed[];
}

/** `nowMs` is the server's clock, `random` gives numbers from 0 to 1 for the delays. */
export function createPublishedPositions(world: { nowMs: () => number; random: () => number }): PublishedPositions {
  const members = new Map<string, MemberState>();
  const dueTimes = new DueTimes();

  return { report, advance, nextDueMs: () => dueTimes.next(), exactOf, cellFor, restore, forget };

  function report(next: PositionReport): ShownChange | undefined {
    const nowMs = world.nowMs();
    const before = live(next.profileId, nowMs);
    const effectiveUntilMs = Math.min(next.effectiveUntilMs, nowMs + mostEffectiveMs);
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

  /** A hand-placed point: at once, and the fixes of before no longer count. */
  function placed(next: PositionReport, side: number) {
    const shown: Shown = { cell: cellOf(next.lat, next.lon, side) };
    if (next.precision === 'exact') shown.exact = exactPoint(next);
    return { target: { shown, fixes: new FixRun() }, isJump: true };
  }

  /**
   * A GPS fix: the cell of the running median once the member is at rest. Until then the cell stays, unless the fix is two cells away.
   * It is a jump, seen at once, if nothing led there step by step: whoever crosses cell after cell is seen in each with its delay.
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

  /** Each change waits its own random time; one that comes due overtakes those before it. */
  function delay(profileId: string, member: MemberState, nowMs: number): void {
    const dueMs = nowMs + Math.floor(world.random() * mostDelayMs);
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

  /** One entry a member, not one a report: an end that moves out is queued again when the old one comes up. */
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
    const kept = { side: cell.side, hide, effectiveUntilMs, queuedEndMs: Infinity, exact: undefined, fixes, delayed: [] };
    const member: MemberState = { ...kept, target: { cell }, visible };
    members.set(profileId, member);
    queueEnd(profileId, member);
    return visible && change(profileId, visible);
  }

  function forget(profileId: string): ShownChange | undefined {
    const wasVisible = members.get(profileId)?.visible !== undefined;
    members.delete(profileId);
    return wasVisible ? change(profileId, undefined) : undefined;
  }

  /** The member's state unless its time has run out, even where `advance` was not called yet. */
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
