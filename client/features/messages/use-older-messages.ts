// Loads older messages of a conversation page by page.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { endQuery, mayHaveOlder } from '#client/offline/conversations/list-ends.ts';
import { loadOlder } from '#client/offline/conversations/older-pages.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

export interface OlderMessages {
  readonly state: 'more' | 'loading' | 'failed' | 'none';
  readonly load: () => void;
  /** Loads until the message is found. Resolves to false if the message is not in this conversation. */
  readonly loadUntil: (messageId: string) => Promise<boolean>;
}

const maxPages = 50;

export function useOlderMessages(peer: string, messages: readonly Message[]): OlderMessages {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const end = useQuery(endQuery(conversationKey(ownId, peer))).data;
  const [state, setState] = useState<Exclude<OlderMessages['state'], 'none'>>('more');

  async function loadPage(): Promise<boolean> {
    setState('loading');
    try {
      const hasMore = await loadOlder(queries, ownId, peer);
      setState('more');
      return hasMore;
    } catch {
      setState('failed');
      return false;
    }
  }

  async function loadUntil(messageId: string): Promise<boolean> {
    const isLoaded = (): boolean =>
      queries.getQueryData<Message[]>(conversationKey(ownId, peer))?.some(({ id }) => id === messageId) === true;
    for (let pages = 0; !isLoaded() && pages < maxPages; pages++) if (!(await loadPage())) break;
    return isLoaded();
  }

  return {
    state: mayHaveOlder(end, messages, limits.messagesPage) ? state : 'none',
    load: () => void loadPage(),
    loadUntil,
  };
}
