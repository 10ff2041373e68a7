// The query of muted conversations, cached on the device, with waiting choices applied.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { mutes, type Mute } from '#shared/contract/mutes.ts';
import type { muteLastsMs } from '#shared/rules/mutes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { nextEndMs, shownMutes } from './shown-mutes.ts';

const isMuting = ({ queue, state }: OutboxEntry): boolean => queue.startsWith('mute:') && state !== 'failed';

const mutesQuery = (own: string) => {
  const queryKey = ['mutes', own];
  return queryOptions({
    queryKey,
    queryFn: cachedFirst<Mute[]>(listStore(own, queryKey), callAsQuery(mutes.getMutes, {})),
    refetchOnReconnect: 'always',
    // The next response no longer has a mute that ended.
    refetchInterval: ({ state }) => nextEndMs(state.data ?? []) ?? false,
  });
};

/** By profile id: the end of each mute in ms, null for until switched on. */
export function useMutes(): ReadonlyMap<string, number | null> {
  const own = useOwnProfileId();
  const { data } = useQuery({ ...mutesQuery(own), enabled: own !== '' });
  return shownMutes(data ?? [], usePending(isMuting));
}

/** Duration in ms: null until switched on again, 0 to unmute. */
export type MuteLasts = (typeof muteLastsMs)[number] | 0 | null;

/** Rejects, as a call does, only where the device can't store it. */
export function useMute(): (peer: string, lastsMs: MuteLasts) => Promise<unknown> {
  const own = useOwnProfileId();
  return (peer, lastsMs) => {
    const label = lastsMs === 0 ? 'Conversation switched on' : 'Muted conversation';
    return enqueueOrCall(mutes.putMute, { body: { profileId: peer, lastsMs } }, { profile: own, label });
  };
}
