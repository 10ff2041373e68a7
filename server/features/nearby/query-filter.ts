// Converts the conditions of a query to one filter of the index, or to a filter for each condition by name.
import type { ArgsOf } from '#shared/contract/endpoint.ts';
import type { nearby } from '#shared/contract/nearby.ts';
import { problem } from '#server/http/problems.ts';
import type { NearbyFilter } from '#server/nearby/filters.ts';

/** All conditions are optional, because queries for areas leave out those that are off. */
export type FilterQuery = Omit<ArgsOf<typeof nearby.getBySector>['query'], 'page' | 'size' | 'includeTestData'>;

/**
 * Leaves out the never-chatted condition, because the index does not know it. A member is online now if they are online until at least
 * `onlineUntilMinMs`. Problem: bad-request for a range whose ends are swapped.
 */
export function filterOf(query: FilterQuery, onlineUntilMinMs: number): NearbyFilter {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, characteristics, withPicture, onlineNow } = query;
  for (const [name, from, to] of [
    ['age', ageMin, ageMax],
    ['height', heightCmMin, heightCmMax],
    ['weight', weightKgMin, weightKgMax],
  ] as const)
    if (from !== undefined && to !== undefined && from > to)
      throw problem('bad-request', { message: `The minimum of ${name} is greater than the maximum.` });
  const ranges = { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax };
  return {
    ...definedFields(ranges),
    ...(characteristics === undefined ? {} : { characteristics }),
    ...(withPicture ? { withPicture } : {}),
    ...(onlineNow ? { onlineUntilMinMs } : {}),
  };
}

/** `chatted` contains the members with whom the caller has chatted. */
export function conditionsOf(
  query: FilterQuery,
  onlineNowMs: number,
  chatted: ReadonlySet<string>,
): Map<string, NearbyFilter | ReadonlySet<string>> {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, onlineUntilMinMs, ...rest } = filterOf(
    query,
    onlineNowMs,
  );
  const conditions = new Map<string, NearbyFilter | ReadonlySet<string>>();
  const add = (name: string, condition: NearbyFilter): void => {
    if (Object.keys(condition).length > 0) conditions.set(name, condition);
  };
  add('age', definedFields({ ageMin, ageMax }));
  add('height', definedFields({ heightCmMin, heightCmMax }));
  add('weight', definedFields({ weightKgMin, weightKgMax }));
  add('onlineNow', definedFields({ onlineUntilMinMs }));
  if (rest.withPicture) add('withPicture', { withPicture: true });
  for (const label of rest.characteristics ?? []) add(label, { characteristics: [label] });
  if (query.neverChatted) conditions.set('neverChatted', chatted);
  return conditions;
}

function definedFields<T extends Record<string, number | undefined>>(ranges: T): { [K in keyof T]?: number } {
  const defined: { [K in keyof T]?: number } = {};
  for (const key in ranges) {
    const value = ranges[key];
    if (value !== undefined) defined[key] = value;
  }
  return defined;
}
