// A cache of values by profile id, dropped when the profile changes, so that a busy sender is not looked up for each message.
import type { Bus } from '#server/outside/bus.ts';

/** Loads once per profile id; keeps the `most` latest that were loaded. A change while it loads is not lost. */
export function rememberedByProfile<T>(bus: Bus, load: (profileId: string) => Promise<T>, most = 20_000) {
  const kept = new Map<string, Promise<T>>();
  const forget = ({ profileId }: { profileId: string }) => void kept.delete(profileId);
  bus.on('profileChanged', forget);
  bus.on('profileDeleted', forget);

  return (profileId: string): Promise<T> => {
    const known = kept.get(profileId);
    if (known) return known;
    const loading = load(profileId);
    if (kept.size >= most) kept.delete(kept.keys().next().value ?? '');
    kept.set(profileId, loading);
    loading.catch(() => kept.get(profileId) === loading && kept.delete(profileId));
    return loading;
  };
}
