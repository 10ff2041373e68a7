// Muted conversations as a query that this device keeps, under what was chosen here and has not reached the server yet.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { mutes, type Mute } from '#shared/contract/mutes.ts';
import type { muteLastsMs } from '#shared/rules/mutes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox.ts';
import { listStore, savedFirst } from '#client/offline/saved-first.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { nextEndMs, shownMutes } from './shown-mutes.ts';

const isMuting = ({ queue, state }: OutboxEntry): boolean => queue.startsWith('mute:') && state !== 'failed';

export const mutesQuery = (own: string) => {
  const queryKey = ['mutes', own];
  return queryOptions({
    queryKey,
    queryFn: savedFirst<Mute[]>(listStore(own, queryKey), ask(mutes.getMutes, {})),
    refetchOnReconnect: 'always',
    // One that ends is no more in the next answer.
    refetchInterval: ({ state }) => nextEndMs(state.data ?? []) ?? false,
  });
};

/** By whom they are with: until when each muted conversation is (ms), null for until it is switched on. */
export function useMutes(): ReadonlyMap<string, number | null> {
  const own = useOwnProfileId();
  const { data } = useQuery({ ...mutesQuery(own), enabled: own !== '' });
  return shownMutes(data ?? [], usePending(isMuting));
}

/** For how long, in ms: null until it is switched on again, 0 not any more. */
export type MuteLasts = (typeof muteLastsMs)[number] | 0 | null;

/** Rejects, as a call does, only where the device can keep nothing. */
export function useMute(): (peer: string, lastsMs: MuteLasts) => Promise<unknown> {
  const own = useOwnProfileId();
  return async (peer, lastsMs) => {
    const args = { body: { profileId: peer, lastsMs } };
    const label = lastsMs === 0 ? 'Conversation switched on' : 'Muted conversation';
    const kept = await enqueue(mutes.putMute, args, { profile: own, label }).catch(() => null);
    return kept ?? call(mutes.putMute, args);
  };
}
