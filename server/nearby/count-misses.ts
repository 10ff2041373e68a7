// Counts the members around a place that match all conditions, and those that fail exactly one of them.
import type { Place } from '#shared/rules/distance.ts';
import { packFilter, type Labels, type NearbyFilter } from './filters.ts';
import { searchMisses } from './member-search.ts';
import type { MemberTree } from './member-tree.ts';

type Condition = NearbyFilter | ReadonlySet<string>;

export interface CountSearch extends Place {
  /** Filters that members have to match, or sets of profile ids to leave out. */
  conditions: readonly Condition[];
  /** Counts test users too. */
  includeTest?: boolean;
  /** Profile ids that are never counted. */
  excluded?: readonly ReadonlySet<string>[];
}

export interface MissCount {
  /** The number of members that match all conditions. */
  count: number;
  /** For each condition, the number of members that fail only this one. */
  missed: number[];
}

interface Dependencies {
  readonly tree: MemberTree;
  readonly roots: Iterable<number>;
  readonly labels: Labels;
  /** Creates a test whether a slot belongs to one of the ids. Undefined if none of them is in the index. */
  readonly slotsOf: (profileIds: readonly ReadonlySet<string>[] | undefined) => ((slot: number) => boolean) | undefined;
}

export function countMisses(search: CountSearch, { tree, roots, labels, slotsOf }: Dependencies): MissCount {
  const found: MissCount = { count: 0, missed: search.conditions.map(() => 0) };
  const everybody = packFilter({}, search.includeTest ?? false, labels);
  if (!everybody) return found;
  const isExcluded = slotsOf(search.excluded);
  const filters = search.conditions.flatMap((condition, at) => (isIdSet(condition) ? [] : [{ condition, at }]));
  const sets = search.conditions.flatMap((condition, at) => (isIdSet(condition) ? [{ isIn: slotsOf([condition]), at }] : []));
  // `everybody` has already filtered test users.
  const packed = filters.map(({ condition }) => packFilter(condition, true, labels));
  searchMisses(tree, roots, everybody, packed, (slot, filter) => {
    let missed = filter < 0 ? -1 : (filters[filter]?.at ?? -1);
    for (const { isIn, at } of sets) {
      if (!isIn?.(slot)) continue;
      if (missed >= 0) return;
      missed = at;
    }
    if (isExcluded?.(slot)) return;
    if (missed < 0) found.count += 1;
    else found.missed[missed] = (found.missed[missed] ?? 0) + 1;
  });
  return found;
}

const isIdSet = (condition: Condition): condition is ReadonlySet<string> => condition instanceof Set;
