// The filter being edited: ranges as typed, parsed into the numbers of the query.
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { heightCmOf, shownHeight, shownWeight, weightKgOf } from '#shared/rules/measures.ts';
import type { ListFilter } from './list-filter.ts';

const ends = ['ageMin', 'ageMax', 'heightCmMin', 'heightCmMax', 'weightKgMin', 'weightKgMax'] as const;
export type End = (typeof ends)[number];
export type DraftTexts = Readonly<Record<End, string>>;
type Kind = 'age' | 'height' | 'weight';

export interface ReadDraft {
  /** The valid parts. */
  readonly filter: ListFilter;
  /** Error texts by field. */
  readonly errors: Partial<Record<End, string>>;
}

const ageMost = 120;
const kindOf: Readonly<Record<End, Kind>> = {
  ageMin: 'age',
  ageMax: 'age',
  heightCmMin: 'height',
  heightCmMax: 'height',
  weightKgMin: 'weight',
  weightKgMax: 'weight',
};
const unread: Readonly<Record<Kind, string>> = {
  age: `An age from ${limits.adultAge} to ${ageMost}`,
  height: 'A height like 5\'11" or 180 cm',
  weight: 'A weight like 170 lb or 77 kg',
};
const ranges = [
  ['ageMin', 'ageMax'],
  ['heightCmMin', 'heightCmMax'],
  ['weightKgMin', 'weightKgMax'],
] as const;

/** The ends of a filter as they are typed. */
export function textsOf(filter: ListFilter, units: DistanceUnits): DraftTexts {
  const text = (end: End): string => {
    const value = filter[end];
    if (value === undefined) return '';
    if (kindOf[end] === 'age') return String(value);
    return (kindOf[end] === 'height' ? shownHeight(`${value} cm`, units) : shownWeight(`${value} kg`, units)) ?? '';
  };
  return {
    ageMin: text('ageMin'),
    ageMax: text('ageMax'),
    heightCmMin: text('heightCmMin'),
    heightCmMax: text('heightCmMax'),
    weightKgMin: text('weightKgMin'),
    weightKgMax: text('weightKgMax'),
  };
}

/** Combines these texts with the switches and characteristics of `rest`. A weight without unit is in the member's units. */
export function readDraft(
  texts: DraftTexts,
  rest: Pick<ListFilter, 'withPicture' | 'onlineNow' | 'neverChatted' | 'characteristics'>,
  units: DistanceUnits,
): ReadDraft {
  const numbers: Partial<Record<End, number>> = {};
  const errors: Partial<Record<End, string>> = {};
  for (const end of ends) {
    const text = texts[end].trim();
    if (text === '') continue;
    const value = numberOf(kindOf[end], text, units);
    if (value === null) errors[end] = unread[kindOf[end]];
    else numbers[end] = value;
  }
  for (const [least, most] of ranges) {
    const [from, to] = [numbers[least], numbers[most]];
    if (from !== undefined && to !== undefined && from > to) errors[most] = 'Must not be less than “from”';
  }
  const { withPicture, onlineNow, neverChatted, characteristics } = rest;
  return { filter: { ...numbers, withPicture, onlineNow, neverChatted, characteristics }, errors };
}

function numberOf(kind: Kind, text: string, units: DistanceUnits): number | null {
  if (kind === 'height') return rounded(heightCmOf(text));
  const isBare = /^\d+([.,]\d+)?$/.test(text);
  if (kind === 'weight') return rounded(weightKgOf(isBare ? `${text} ${units === 'metric' ? 'kg' : 'lb'}` : text));
  const age = Number(text);
  return /^\d+$/.test(text) && age >= limits.adultAge && age <= ageMost ? age : null;
}

/** Whole units, as the server compares them. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value));
