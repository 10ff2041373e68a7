// The location rule: converts reported positions to published cells, with delays. Exact points are never stored in the database.
import type { PositionPrecision } from '#shared/contract/settings.ts';
import type { Place } from '#shared/rules/distance.ts';
import { OwnPlace, passingMs, settledMs } from '#shared/rules/own-place.ts';
import { DueTimes } from './due-times.ts';
import { cellCentre, cellOf, cellSides, cellsApart, type Cell } from './grid.ts';
import { memberOf, savedText, targetOf, type MemberState } from './member-state.ts';
import { RestoredPositions, type RestoredPosition } from './restored-positions.ts';
import { change, isSameShown, type Shown, type ShownChange } from './shown.ts';

/** A reported position. The precision 'exact' counts only for points placed by hand. A GPS fix is always published as its cell. */
export interface PositionReport {
  profileId: string;
  use: 'OVERRIDE' | 'DEVICE_GPS';
  lat: number;
  lon: number;
  /** The time of the fix on the device. A fix that is sent twice counts once. */
  fixMs: number;
  /** The closest to the fix of the places that the device remembers. */
  restPlace?: Place | undefined;
  hide: boolean;
  effectiveUntilMs: number;
  precision: PositionPrecision;
}

interface StoredPosition extends RestoredPosition {
  profileId: string;
}

export interface PublishedPositions {
  /** Processes a report. Returns the change if one is published at once. */
  report(report: PositionReport): ShownChange | undefined;
  /** Returns the delayed changes and expirations that are due. Call it about every second, or at `nextDueMs`. */
  advance(): ShownChange[];
  /** The next time at which `advance` may return changes, in ms since 1970. */
  nextDueMs(): number | undefined;
  /** A member's exact point, if this process knows it. Their own lists are centred on it, and others see only `Shown`. */
  exactOf(profileId: string): Place | undefined;
  /** Applies changed preferences to a known position, without a new report. */
  setPreferences(profileId: string, preferences: { hide: boolean; precision: PositionPrecision }): ShownChange | undefined;
  /** The cell to store: the published one, or the one that a hidden member would have. Undefined until it is decided. */
  cellFor(profileId: string): Cell | undefined;
  /** Restores a stored cell at startup. Others see it from then on, unless the member is hidden. */
  restore(stored: StoredPosition): void;
  /** What others see of a restored position that has not changed since. */
  restoredOf(profileId: string): Shown | undefined;
  /** Removes a member, for example when their account is deleted. */
  forget(profileId: string): ShownChange | undefined;
  /** What another instance needs to continue with this member. It contains exact points. Undefined without a position. */
  save(profileId: string): string | undefined;
  /** Continues with what another instance has saved. */
  load(profileId: string, saved: string): void;
}

/**
 * GPS changes to a neighbouring cell, or on the way, are published after a random delay of at most this. The time then does not disclose
 * where the member crossed the border.
 */
export const maxDelayMs = 300_000;
/** Positions expire, and exact points are dropped, at the latest after this time. */
export const maxEffectiveMs = 93_600_000;

/** While a member is on the way, nothing is published within this many cells of a remembered place, because they may live there. */
const quietCells = 5;

const areaOf = ({ lat, lon }: Place): Cell => cellOf(lat, lon, cellSides.area);

interface Environment {
  readonly nowMs: () => number;
  /** Returns a number from 0 to 1 for each delay. */
  readonly random: () => number;
  /** Called before a restored position changes, with what others saw of it until then. */
  readonly onLastRestored?: (profileId: string, shown: Shown | undefined) => void;
}

export function createPublishedPositions(world: Environment): PublishedPositions {
  /** The members whose position has changed since startup. */
  const members = new Map<string, MemberState>();
  const restored = new RestoredPositions();
  const dueTimes = new DueTimes();

  return {
    report,
    setPreferences,
    advance,
    nextDueMs: () => [dueTimes.next(), restored.next()].filter((ms) => ms !== undefined).toSorted((a, b) => a - b)[0],
    exactOf,
    cellFor,
    restore,
    restoredOf,
    forget,
    save(profileId) {
      const member = stateOf(profileId);
      return member && savedText(member);
    },
    load(profileId, saved) {
      const member = memberOf(saved);
      members.set(profileId, member);
      queueEnd(profileId, member);
      for (const { dueMs } of member.delayed) dueTimes.add(dueMs, profileId);
    },
  };

  function report(next: PositionReport): ShownChange | undefined {
    const { profileId, hide, precision } = next;
    const nowMs = world.nowMs();
    const before = live(profileId, nowMs);
    const effectiveUntilMs = Math.min(next.effectiveUntilMs, nowMs + maxEffectiveMs);
    if (effectiveUntilMs <= nowMs) return forget(profileId);
    const place = before?.place ?? new OwnPlace();
    const isSetByHand = next.use === 'OVERRIDE';
    const decided = isSetByHand ? next : (decide(place, next, before?.stored) ?? before?.decided);
    const member: MemberState = {
      hide,
      effectiveUntilMs,
      queuedEndMs: before?.queuedEndMs ?? Infinity,
      exact: { lat: next.lat, lon: next.lon },
      isSetByHand,
      place,
      stored: before?.stored,
      decided: decided && { lat: decided.lat, lon: decided.lon },
      target: before?.target,
      visible: members.get(profileId)?.visible,
      delayed: before?.delayed ?? [],
    };
    members.set(profileId, member);
    queueEnd(profileId, member);
    return update(profileId, member, precision, isSetByHand);
  }

  /**
   * The point that decides the cell: where the member stays, or a point that they have left behind on the way. Movement near remembered
   * places is not published, because many routes to a place together disclose it. The area without publication consists of whole cells,
   * because a circle would disclose its centre.
   */
  function decide(place: OwnPlace, report: PositionReport, stored: Cell | undefined): Place | undefined {
    const nowMs = world.nowMs();
    if (report.restPlace) place.learn(report.restPlace);
    const decided = place.add(report, nowMs);
    if (!decided || (place.rest && nowMs - place.rest.sinceMs >= passingMs)) return decided;
    const settledPlaces = place.places.filter(({ sinceMs }) => nowMs - sinceMs >= settledMs).map(areaOf);
    const quietPlaces = stored ? [...settledPlaces, stored] : settledPlaces;
    return quietPlaces.some((cell) => cellsApart(cell, areaOf(decided)) <= quietCells) ? undefined : decided;
  }

  function setPreferences(
    profileId: string,
    preferences: { hide: boolean; precision: PositionPrecision },
  ): ShownChange | undefined {
    const member = live(profileId, world.nowMs());
    if (!member) return undefined;
    member.hide = preferences.hide;
    return update(profileId, member, preferences.precision);
  }

  /**
   * A point placed by hand, a first point, a change of precision, and a stay beyond the neighbouring cells are published at once. All
   * other changes are delayed, including each cell that a member crosses on the way.
   */
  function update(profileId: string, member: MemberState, precision: PositionPrecision, isAtOnce = false) {
    const known = member.target;
    member.target = targetOf(member, precision);
    const { target, visible } = member;
    if (member.hide || !target) return show(profileId, member, undefined);
    const isAlike = known && !known.exact && !target.exact && known.cell.side === target.cell.side;
    const isFarPlace = isAlike && member.place.rest && cellsApart(known.cell, target.cell) >= 2;
    if (isAtOnce || !visible || !isAlike || isFarPlace) return show(profileId, member, target);
    if (!isSameShown(member.delayed.at(-1)?.shown ?? visible, target)) delay(profileId, member, target);
    return undefined;
  }

  /** Each change has a random delay of its own. It replaces earlier changes that are due later. */
  function delay(profileId: string, member: MemberState, target: Shown): void {
    const dueMs = world.nowMs() + Math.floor(world.random() * maxDelayMs);
    member.delayed = member.delayed.filter((earlier) => earlier.dueMs < dueMs);
    member.delayed.push({ shown: target, dueMs });
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
    for (const profileId of restored.ended(nowMs)) {
      const gone = forget(profileId);
      if (gone) changes.push(gone);
    }
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

  /** Each member has one entry, not each report. If an expiration is postponed, it is queued again when the old entry is due. */
  function queueEnd(profileId: string, member: MemberState): void {
    if (member.queuedEndMs <= member.effectiveUntilMs) return;
    member.queuedEndMs = member.effectiveUntilMs;
    dueTimes.add(member.effectiveUntilMs, profileId);
  }

  function exactOf(profileId: string): Place | undefined {
    return members.has(profileId) ? live(profileId, world.nowMs())?.exact : undefined;
  }

  function cellFor(profileId: string): Cell | undefined {
    const unchanged = restored.get(profileId);
    if (unchanged) return unchanged.effectiveUntilMs > world.nowMs() ? unchanged.cell : undefined;
    const member = live(profileId, world.nowMs());
    return (member?.visible ?? member?.target)?.cell;
  }

  function restore({ profileId, cell, hide, effectiveUntilMs }: StoredPosition): void {
    if (effectiveUntilMs <= world.nowMs()) return;
    // Rows of earlier builds have wide cells with another side.
    const isKnown = cell.side === cellSides.area || cell.side === cellSides.wide;
    const { lat, lon } = cellCentre(cell);
    restored.add(profileId, { cell: isKnown ? cell : cellOf(lat, lon, cellSides.wide), hide, effectiveUntilMs });
  }

  function restoredOf(profileId: string): Shown | undefined {
    const unchanged = restored.get(profileId);
    return unchanged && !unchanged.hide ? { cell: unchanged.cell } : undefined;
  }

  /** The state of a member. A restored position becomes a state here, because it is about to change. */
  function stateOf(profileId: string): MemberState | undefined {
    const unchanged = restored.take(profileId);
    if (!unchanged) return members.get(profileId);
    const { cell, hide, effectiveUntilMs } = unchanged;
    const decided = cellCentre(cell);
    const member: MemberState = {
      hide,
      effectiveUntilMs,
      queuedEndMs: Infinity,
      exact: undefined,
      isSetByHand: false,
      place: new OwnPlace(),
      stored: areaOf(decided),
      decided,
      target: { cell },
      visible: hide ? undefined : { cell },
      delayed: [],
    };
    members.set(profileId, member);
    queueEnd(profileId, member);
    world.onLastRestored?.(profileId, member.visible);
    return member;
  }

  function forget(profileId: string): ShownChange | undefined {
    const wasVisible = restoredOf(profileId) !== undefined || members.get(profileId)?.visible !== undefined;
    restored.take(profileId);
    members.delete(profileId);
    return wasVisible ? change(profileId, undefined) : undefined;
  }

  /** The state of a member. Undefined if it has expired, even if `advance` was not called yet. */
  function live(profileId: string, nowMs: number): MemberState | undefined {
    const member = stateOf(profileId);
    return member && member.effectiveUntilMs > nowMs ? member : undefined;
  }
}
