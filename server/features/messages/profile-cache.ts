// A cache of values by profile id, so that a busy sender is not looked up for each message.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { Bus } from '#server/outside/bus.ts';

/** Holds the `most` latest loaded values; an entry is dropped when its profile changes, also during its load. */
export function cachedByProfile<T>(bus: Bus, load: (profileId: string) => Promise<T>, most = 20_000) {
  const cached = new BoundedMap<string, Promise<T>>(most);
  const drop = ({ profileId }: { profileId: string }) => void cached.delete(profileId);
  bus.on('profileChanged', drop);
  bus.on('profileDeleted', drop);

  return (profileId: string): Promise<T> => {
    const known = cached.get(profileId);
    if (known) return known;
    const loading = load(profileId);
    cached.set(profileId, loading);
    loading.catch(() => cached.get(profileId) === loading && cached.delete(profileId));
    return loading;
  };
}
