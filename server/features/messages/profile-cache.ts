// A bounded cache of values loaded by profile id.
import type { Bus } from '#server/outside/bus.ts';

/** Removes a profile's value when the profile changes, even while it is loading. */
export function createProfileCache<T>(bus: Bus, load: (profileId: string) => Promise<T>, maxSize = 20_000) {
  const cached = new Map<string, Promise<T>>();
  const remove = ({ profileId }: { profileId: string }) => void cached.delete(profileId);
  bus.on('profileChanged', remove);
  bus.on('profileDeleted', remove);

  return (profileId: string): Promise<T> => {
    const known = cached.get(profileId);
    if (known) return known;
    const loading = load(profileId);
    if (cached.size >= maxSize) cached.delete(cached.keys().next().value ?? '');
    cached.set(profileId, loading);
    loading.catch(() => cached.get(profileId) === loading && cached.delete(profileId));
    return loading;
  };
}
