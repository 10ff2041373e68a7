// How many members around a place meet all conditions, and how many are kept out by each of them alone.
import type { Place } from '#shared/rules/distance.ts';
import { packFilter, type Labels, type NearbyFilter } from './filters.ts';
import { searchMisses } from './member-search.ts';
import type { MemberTree } from './member-tree.ts';

type Condition = NearbyFilter | ReadonlySet<string>;

export interface CountSearch extends Place {
  /** All must hold: a filter, or a set of profile ids none of which is wanted. */
  conditions: readonly Condition[];
  /** Test members count only with this. */
  includeTest?: boolean;
  /** Who does not count at all. */
  excluded?: ReadonlySet<string>;
}

export interface MissCount {
  /** Who meets all conditions. */
  count: number;
  /** For each condition, who meets all the others and not this one. */
  missed: number[];
}

interface Needs {
  readonly tree: MemberTree;
  readonly roots: Iterable<number>;
  readonly labels: Labels;
  /** Whether the member of a slot is one of these; undefined where nobody is. */
  readonly slotsOf: (profileIds: ReadonlySet<string> | undefined) => ((slot: number) => boolean) | undefined;
}

export function countMisses(search: CountSearch, { tree, roots, labels, slotsOf }: Needs): MissCount {
  const found: MissCount = { count: 0, missed: search.conditions.map(() => 0) };
  const everybody = packFilter({}, search.includeTest ?? false, labels);
  if (!everybody) return found;
  const isExcluded = slotsOf(search.excluded);
  const filters = search.conditions.flatMap((condition, at) => (isIdSet(condition) ? [] : [{ condition, at }]));
  const sets = search.conditions.flatMap((condition, at) => (isIdSet(condition) ? [{ isIn: slotsOf(condition), at }] : []));
  // Whether test members count is said once, for everybody.
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
