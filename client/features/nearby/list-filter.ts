// The filter of the detail list, stored on this device and sent with each query.
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { localKeys, readLocal, writeLocal } from '#client/device/storage.ts';
import { createStore } from '#client/device/store.ts';

const ranges = ['ageMin', 'ageMax', 'heightCmMin', 'heightCmMax', 'weightKgMin', 'weightKgMax'] as const;
const switches = ['withPicture', 'onlineNow', 'neverChatted'] as const;

/** Ages in years, heights in cm, weights in kg; an absent end is open. */
export type ListFilter = { readonly [R in (typeof ranges)[number]]?: number } & {
  readonly [S in (typeof switches)[number]]: boolean;
} & { /** Keys; all of them have to match. */ readonly characteristics: readonly string[] };

/** One condition of a filter, by the name that the server's counts use: a range, a switch, or a characteristic's key. */
export type Condition = string;

/** Passes everybody. */
export const openFilter: ListFilter = { characteristics: [], withPicture: false, onlineNow: false, neverChatted: false };

export const listFilter = createStore<ListFilter>(readFilter(readLocal(localKeys.listFilter)));

export function chooseFilter(next: ListFilter): void {
  listFilter.set(next);
  writeLocal(localKeys.listFilter, conditionsOf(next).length === 0 ? null : next);
}

/** The active conditions, in display order. */
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

/** The filter without one condition. */
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

/** As query parameters. */
export function queryOf({ characteristics, neverChatted, ...rest }: ListFilter) {
  return {
    ...rest,
    ...(characteristics.length === 0 ? {} : { characteristics: [...characteristics] }),
    ...(neverChatted ? { neverChatted } : {}),
  };
}

/** Reads a stored filter, without its invalid parts. */
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
