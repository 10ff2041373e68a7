// What the member narrows the detail list by: kept on this device, and handed to the server with each question.
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { createStore } from '#client/device/store.ts';

const ranges = ['ageMin', 'ageMax', 'heightCmMin', 'heightCmMax', 'weightKgMin', 'weightKgMax'] as const;
const switches = ['withPicture', 'onlineNow', 'neverChatted'] as const;

/** Ages in years, heights and weights in the units they are named by; an absent end is open. */
export type ListFilter = { readonly [R in (typeof ranges)[number]]?: number } & {
  readonly [S in (typeof switches)[number]]: boolean;
} & { /** Keys; all of them are wanted. */ readonly characteristics: readonly string[] };

/** One condition of a filter, under the name by which the server counts what it keeps out: a range, a switch, or a characteristic's key. */
export type Condition = string;

/** Passes everybody. */
export const openFilter: ListFilter = { characteristics: [], withPicture: false, onlineNow: false, neverChatted: false };

export const listFilter = createStore<ListFilter>(readFilter(readLocal(localKeys.listFilter)));

export function chooseFilter(next: ListFilter): void {
  listFilter.set(next);
  writeLocal(localKeys.listFilter, conditionsOf(next).length === 0 ? null : next);
}

/** The conditions that are in force, in the order in which they are shown. */
export function conditionsOf(filter: ListFilter): Condition[] {
  const isAsked = (...ends: (number | undefined)[]): boolean => ends.some((end) => end !== undefined);
  return [
    ...(isAsked(filter.ageMin, filter.ageMax) ? ['age'] : []),
    ...(isAsked(filter.heightCmMin, filter.heightCmMax) ? ['height'] : []),
    ...(isAsked(filter.weightKgMin, filter.weightKgMax) ? ['weight'] : []),
    ...switches.filter((name) => filter[name]),
    ...filter.characteristics,
  ];
}

/** The filter with one condition less. */
export function without(filter: ListFilter, condition: Condition): ListFilter {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, ...rest } = filter;
  return {
    ...rest,
    ...(condition === 'age' ? {} : given({ ageMin, ageMax })),
    ...(condition === 'height' ? {} : given({ heightCmMin, heightCmMax })),
    ...(condition === 'weight' ? {} : given({ weightKgMin, weightKgMax })),
    ...Object.fromEntries(switches.map((name) => [name, filter[name] && name !== condition])),
    characteristics: filter.characteristics.filter((key) => key !== condition),
  };
}

/** As the calls take it. */
export function queryOf({ characteristics, neverChatted, ...rest }: ListFilter) {
  return {
    ...rest,
    ...(characteristics.length === 0 ? {} : { characteristics: [...characteristics] }),
    ...(neverChatted ? { neverChatted } : {}),
  };
}

/** What was kept, or a filter that passes everybody; what is no part of one is left out. */
export function readFilter(saved: unknown): ListFilter {
  const part = (name: string): unknown => Reflect.get(Object(saved), name);
  const numbers = ranges.flatMap((name) => {
    const value = part(name);
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [];
  });
  const characteristics = part('characteristics');
  return {
    ...openFilter,
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(switches.map((name) => [name, part(name) === true])),
    characteristics: Array.isArray(characteristics) ? characteristicKeys.filter((key) => characteristics.includes(key)) : [],
  };
}

function given<T extends Record<string, number | undefined>>(ends: T): { [K in keyof T]?: number } {
  const there: { [K in keyof T]?: number } = {};
  for (const name in ends) {
    const value = ends[name];
    if (value !== undefined) there[name] = value;
  }
  return there;
}
