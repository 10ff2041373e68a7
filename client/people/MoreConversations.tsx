// The end of a list of the member's conversations, which loads the next page.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { useStore } from '#client/device/store.ts';
import { reachability } from '#client/net/reachability.ts';
import { loadOlderConversations } from '#client/offline/conversations/older-pages.ts';
import { LoadMore } from '#client/ui/LoadMore.tsx';

export function MoreConversations() {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const { isLost } = useStore(reachability);
  const [state, setState] = useState<'more' | 'loading' | 'failed'>('more');
  const load = (): void => {
    setState('loading');
    loadOlderConversations(queries, ownId).then(
      () => setState('more'),
      () => setState('failed'),
    );
  };
  return <LoadMore isLoading={state === 'loading'} isFailed={state === 'failed' || isLost} onMore={load} />;
}
