// The state of one member's position: where they are, what others see, and what others will see later.
import type { PositionPrecision } from '#shared/contract/settings.ts';
import type { Place } from '#shared/rules/distance.ts';
import { OwnPlace } from '#shared/rules/own-place.ts';
import { cellOf, cellSides, exactPoint, type Cell } from './grid.ts';
import type { Shown } from './shown.ts';

interface Delayed {
  shown: Shown;
  dueMs: number;
}

export interface MemberState {
  hide: boolean;
  effectiveUntilMs: number;
  /** The expiration in `dueTimes`. A later one is queued when this one is due. */
  queuedEndMs: number;
  exact: Place | undefined;
  isSetByHand: boolean;
  place: OwnPlace;
  /** The cell that was stored before a restart. Movement near it is not published, as near a remembered place. */
  stored: Cell | undefined;
  /** The point that decides the cell. After a restart it is the centre of the stored cell. */
  decided: Place | undefined;
  /** The current cell. `visible` follows it, possibly after a delay. */
  target: Shown | undefined;
  visible: Shown | undefined;
  delayed: Delayed[];
}

/** What others would see now, without delays. */
export function targetOf({ decided, exact, isSetByHand }: MemberState, precision: PositionPrecision): Shown | undefined {
  if (!decided) return undefined;
  const cell = cellOf(decided.lat, decided.lon, precision === 'wide' ? cellSides.wide : cellSides.area);
  return precision === 'exact' && isSetByHand && exact ? { cell, exact: exactPoint(exact) } : { cell };
}

type Saved = Omit<MemberState, 'queuedEndMs'>;

export function savedText(member: MemberState): string {
  const { queuedEndMs: _inQueue, ...saved } = member;
  return JSON.stringify(saved satisfies Saved);
}

export function memberOf(text: string): MemberState {
  const { exact, stored, decided, target, visible, ...member } = JSON.parse(text) as Saved;
  const known = { exact, stored, decided, target, visible };
  return { ...member, ...known, queuedEndMs: Infinity, place: Object.assign(new OwnPlace(), member.place) };
}
