// A cache of limited size for values that are loaded by profile id.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { Bus } from './bus.ts';

/** When the profile changes, its value is removed, even while it is loading. */
export function createProfileCache<T>(bus: Bus, load: (profileId: string) => Promise<T>, maxSize = 20_000) {
  const cached = new BoundedMap<string, Promise<T>>(maxSize);
  const remove = ({ profileId }: { profileId: string }) => void cached.delete(profileId);
  bus.on('profileChanged', remove);
  bus.on('profileDeleted', remove);

  return (profileId: string): Promise<T> => {
    const known = cached.get(profileId);
    if (known) return known;
    const loading = load(profileId);
    cached.set(profileId, loading);
    loading.catch(() => cached.get(profileId) === loading && cached.delete(profileId));
    return loading;
  };
}
