// Returns which members in the list of conversations are online now.
import { useMemo } from 'react';
import { useOnline } from '#client/people/use-online.ts';
import type { ShownConversation } from './shown-conversations.ts';

export function useOnlinePeers(shown: readonly ShownConversation[]): ReadonlySet<string> {
  // Each render creates a new list.
  const peers = shown.map(({ peer }) => peer).join();
  return useOnline(useMemo(() => (peers === '' ? [] : peers.split(',')), [peers]));
}
