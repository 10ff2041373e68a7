// A hook that returns which members on a screen are online.
import { useEffect, useMemo } from 'react';
import { nearby } from '#shared/contract/nearby.ts';
import { sessionRecord } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { call } from '#client/net/call.ts';
import { reachability } from '#client/net/reachability.ts';
import { createOnlineWatch, type OnlineWatch } from './online-watch.ts';

let shared: OnlineWatch | null = null;

/** All screens share one watch, so that there are no duplicate requests. */
function onlineWatch(): OnlineWatch {
  if (shared !== null) return shared;
  const watch = createOnlineWatch({
    ask: (profileIds) => call(nearby.getOnline, { query: { profileIds } }, { background: true }),
    canAsk: () => sessionRecord.get() !== null && !document.hidden && !reachability.get().isLost,
    nowMs: () => performance.now(),
  });
  document.addEventListener('visibilitychange', watch.askNow);
  reachability.subscribe(watch.askNow);
  sessionRecord.subscribe(watch.forget);
  shared = watch;
  return watch;
}

/**
 * Empty while the server can't be reached. If `isAsking` is false, only the results of other screens are used. Pass the same
 * `profileIds` array as long as it has the same members.
 */
export function useOnline(profileIds: readonly string[], isAsking = true): ReadonlySet<string> {
  const watch = onlineWatch();
  const online = useStore(watch.online);
  const { isLost } = useStore(reachability);
  useEffect(() => (isAsking ? watch.watch(profileIds) : undefined), [watch, profileIds, isAsking]);
  return useMemo(() => new Set(isLost ? [] : profileIds.filter((id) => online.has(id))), [profileIds, online, isLost]);
}
