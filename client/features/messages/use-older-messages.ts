// Loads older messages of a conversation page by page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { endQuery, mayHaveOlder } from '#client/offline/conversations/list-ends.ts';
import { loadOlder, loadUntil } from '#client/offline/conversations/older-pages.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

export interface OlderMessages {
  readonly state: 'more' | 'loading' | 'failed' | 'none';
  readonly load: () => void;
  /**
   * Loads until the message is found, while it is needed. Resolves to false if it is not in this conversation or can't be loaded.
   */
  readonly loadUntil: (messageId: string, isNeeded: () => boolean) => Promise<boolean>;
}

export function useOlderMessages(peer: string, messages: readonly Message[]): OlderMessages {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const end = useQuery(endQuery(conversationKey(ownId, peer))).data;
  const [state, setState] = useState<Exclude<OlderMessages['state'], 'none'>>('more');

  async function load(work: () => Promise<boolean>): Promise<boolean> {
    setState('loading');
    try {
      const result = await work();
      setState('more');
      return result;
    } catch {
      setState('failed');
      return false;
    }
  }

  return {
    state: mayHaveOlder(end, messages, limits.messagesPage) ? state : 'none',
    load: () => void load(() => loadOlder(queries, ownId, peer)),
    loadUntil: async (messageId, isNeeded) =>
      messages.some(({ id }) => id === messageId) || load(() => loadUntil(queries, ownId, peer, messageId, isNeeded)),
  };
}
