// The filter of Find's four screens, stored on this device and sent with each query.
import { characteristicKeys } from '#shared/rules/characteristics.ts';
import { localKeys, onVaultOpen, readLocal, writeLocal } from '#client/device/storage.ts';
import { createStore } from '#client/device/store.ts';

const ranges = ['ageMin', 'ageMax', 'heightCmMin', 'heightCmMax', 'weightKgMin', 'weightKgMax'] as const;
const switches = ['withPicture', 'onlineNow', 'neverChatted'] as const;

/** Ages are in years, heights in cm and weights in kg. */
export type ListFilter = { readonly [R in (typeof ranges)[number]]?: number } & {
  readonly [S in (typeof switches)[number]]: boolean;
} & { /** All of them must match. */ readonly characteristics: readonly string[] };

/** The name of a range or a switch, or the key of a characteristic, as in the server's counts. */
export type Condition = string;

export const emptyFilter: ListFilter = { characteristics: [], withPicture: false, onlineNow: false, neverChatted: false };

const storedFilter = (): ListFilter => parseFilter(readLocal(localKeys.listFilter));

export const listFilter = createStore<ListFilter>(storedFilter());
onVaultOpen(() => listFilter.set(storedFilter()));

export function chooseFilter(next: ListFilter): void {
  listFilter.set(next);
  writeLocal(localKeys.listFilter, isFiltering(next) ? next : null);
}

export const isFiltering = (filter: ListFilter): boolean => conditionsOf(filter).length > 0;

/** Returns the active conditions in display order. */
export function conditionsOf(filter: ListFilter): Condition[] {
  const isSet = (...bounds: (number | undefined)[]): boolean => bounds.some((bound) => bound !== undefined);
  return [
    ...(isSet(filter.ageMin, filter.ageMax) ? ['age'] : []),
    ...(isSet(filter.heightCmMin, filter.heightCmMax) ? ['height'] : []),
    ...(isSet(filter.weightKgMin, filter.weightKgMax) ? ['weight'] : []),
    ...switches.filter((name) => filter[name]),
    ...filter.characteristics,
  ];
}

export function without(filter: ListFilter, condition: Condition): ListFilter {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, ...rest } = filter;
  return {
    ...rest,
    ...(condition === 'age' ? {} : defined({ ageMin, ageMax })),
    ...(condition === 'height' ? {} : defined({ heightCmMin, heightCmMax })),
    ...(condition === 'weight' ? {} : defined({ weightKgMin, weightKgMax })),
    ...Object.fromEntries(switches.map((name) => [name, filter[name] && name !== condition])),
    characteristics: filter.characteristics.filter((key) => key !== condition),
  };
}

/** True if only the server can check the filter. Briefs do not contain who is online or with whom the member has chatted. */
export const needsServer = ({ onlineNow, neverChatted }: ListFilter): boolean => onlineNow || neverChatted;

/** Returns the active conditions for requests about areas. */
export const areaQueryOf = (filter: ListFilter) => (isFiltering(filter) ? queryOf(filter) : {});

export function queryOf({ characteristics, neverChatted, ...rest }: ListFilter) {
  return {
    ...rest,
    ...(characteristics.length === 0 ? {} : { characteristics: [...characteristics] }),
    ...(neverChatted ? { neverChatted } : {}),
  };
}

/** Reads a stored filter and leaves out its invalid parts. */
export function parseFilter(stored: unknown): ListFilter {
  const part = (name: string): unknown => Reflect.get(Object(stored), name);
  const numbers = ranges.flatMap((name) => {
    const value = part(name);
    return typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [];
  });
  const characteristics = part('characteristics');
  return {
    ...emptyFilter,
    ...Object.fromEntries(numbers),
    ...Object.fromEntries(switches.map((name) => [name, part(name) === true])),
    characteristics: Array.isArray(characteristics) ? characteristicKeys.filter((key) => characteristics.includes(key)) : [],
  };
}

function defined<T extends Record<string, number | undefined>>(bounds: T): { [K in keyof T]?: number } {
  const result: { [K in keyof T]?: number } = {};
  for (const name in bounds) {
    const value = bounds[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
