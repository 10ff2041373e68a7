// The query of muted conversations with waiting changes applied, and the hook that mutes and unmutes them.
import { t } from '#client/device/texts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { mutes, type Mute } from '#shared/contract/mutes.ts';
import type { muteLastsMs } from '#shared/rules/mutes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { listStore, cachedFirst } from '#client/offline/cached-first.ts';
import { mutesKey } from '#client/offline/cached-notifications.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { nextEndMs, shownMutes } from './shown-mutes.ts';

const isPendingMute = ({ queue, state }: OutboxEntry): boolean => queue.startsWith('mute:') && state !== 'failed';

const mutesQuery = (ownId: string) => {
  const queryKey = mutesKey(ownId);
  return queryOptions({
    queryKey,
    queryFn: cachedFirst<Mute[]>(listStore(ownId, queryKey), callAsQuery(mutes.getMutes, {})),
    refetchOnReconnect: 'always',
    // Refetched when a mute ends.
    refetchInterval: ({ state }) => nextEndMs(state.data ?? []) ?? false,
  });
};

/** By profile id, the time in ms at which each mute ends. Null for a mute without an end. */
export function useMutes(): ReadonlyMap<string, number | null> {
  const ownId = useOwnProfileId();
  const { data } = useQuery({ ...mutesQuery(ownId), enabled: ownId !== '' });
  return shownMutes(data ?? [], usePending(isPendingMute));
}

/** In ms. Null mutes without an end, 0 unmutes. */
export type MuteDuration = (typeof muteLastsMs)[number] | 0 | null;

/** Rejects only if neither the server nor the device could store the change. */
export function useMute(): (peer: string, lastsMs: MuteDuration) => Promise<unknown> {
  const ownId = useOwnProfileId();
  return (peer, lastsMs) => {
    const label = lastsMs === 0 ? t('Unmuted conversation') : t('Muted conversation');
    return enqueueOrCall(mutes.putMute, { body: { profileId: peer, lastsMs } }, { profile: ownId, label });
  };
}
