// The filter of a query: as one filter for the index, and as single conditions under the names of the answer.
import type { ArgsOf } from '#shared/contract/endpoint.ts';
import type { nearby } from '#shared/contract/nearby.ts';
import { problem } from '#server/http/problems.ts';
import type { NearbyFilter } from '#server/nearby/filters.ts';

type Asked = ArgsOf<typeof nearby.getNearestCount>['query'];

/** A member seen within this time is online. */
const onlineMs = 10 * 60_000;

/** Everything but the chatted-with condition, which the index does not know. Problems: bad-request for a range that ends before it begins. */
export function filterOf(asked: Asked, nowMs: number): NearbyFilter {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, characteristics, withPicture, onlineNow } = asked;
  for (const [name, from, to] of [
    ['age', ageMin, ageMax],
    ['height', heightCmMin, heightCmMax],
    ['weight', weightKgMin, weightKgMax],
  ] as const)
    if (from !== undefined && to !== undefined && from > to)
      throw problem('bad-request', { message: `The minimum of ${name} is greater than the maximum.` });
  const ranges = { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax };
  return {
    ...given(ranges),
    ...(characteristics === undefined ? {} : { characteristics }),
    withPicture,
    ...(onlineNow ? { onlineSinceMs: nowMs - onlineMs } : {}),
  };
}

/** The same as single conditions; `chatted` are the members the caller has chatted with. */
export function conditionsOf(
  asked: Asked,
  nowMs: number,
  chatted: ReadonlySet<string>,
): Map<string, NearbyFilter | ReadonlySet<string>> {
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, onlineSinceMs, ...rest } = filterOf(asked, nowMs);
  const conditions = new Map<string, NearbyFilter | ReadonlySet<string>>();
  const add = (name: string, condition: NearbyFilter): void => {
    if (Object.keys(condition).length > 0) conditions.set(name, condition);
  };
  add('age', given({ ageMin, ageMax }));
  add('height', given({ heightCmMin, heightCmMax }));
  add('weight', given({ weightKgMin, weightKgMax }));
  add('onlineNow', given({ onlineSinceMs }));
  if (rest.withPicture) add('withPicture', { withPicture: true });
  for (const label of rest.characteristics ?? []) add(label, { characteristics: [label] });
  if (asked.neverChatted) conditions.set('neverChatted', chatted);
  return conditions;
}

/** Drops absent fields, which the index takes for no condition. */
function given<T extends Record<string, number | undefined>>(ranges: T): { [K in keyof T]?: number } {
  const there: { [K in keyof T]?: number } = {};
  for (const key in ranges) {
    const value = ranges[key];
    if (value !== undefined) there[key] = value;
  }
  return there;
}
