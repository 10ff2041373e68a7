// A cache of values by profile id, so that a busy sender is not looked up for each message.
import type { Bus } from '#server/outside/bus.ts';

/** Holds the `most` latest loaded values; an entry is dropped when its profile changes, also during its load. */
export function cachedByProfile<T>(bus: Bus, load: (profileId: string) => Promise<T>, most = 20_000) {
  const cached = new Map<string, Promise<T>>();
  const drop = ({ profileId }: { profileId: string }) => void cached.delete(profileId);
  bus.on('profileChanged', drop);
  bus.on('profileDeleted', drop);

  return (profileId: string): Promise<T> => {
    const known = cached.get(profileId);
    if (known) return known;
    const loading = load(profileId);
    if (cached.size >= most) cached.delete(cached.keys().next().value ?? '');
    cached.set(profileId, loading);
    loading.catch(() => cached.get(profileId) === loading && cached.delete(profileId));
    return loading;
  };
}
