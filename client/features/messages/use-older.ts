// The older messages of a conversation, a page at a time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { endQuery, goesOn } from '#client/offline/conversations/list-ends.ts';
import { loadOlder } from '#client/offline/conversations/older-pages.ts';
import { conversationKey } from '#client/offline/conversations/conversation-queries.ts';

export interface Older {
  /** `failed`: the request failed, and the member can try again. */
  readonly state: 'more' | 'loading' | 'failed' | 'none';
  readonly load: () => void;
  /** Loads until the message is found; false if it is not in this conversation. */
  readonly loadUntil: (messageId: string) => Promise<boolean>;
}

const pagesMost = 50;

export function useOlder(peer: string, messages: readonly Message[]): Older {
  const own = useOwnProfileId();
  const client = useQueryClient();
  const end = useQuery(endQuery(conversationKey(own, peer))).data;
  const [state, setState] = useState<Exclude<Older['state'], 'none'>>('more');

  async function loadPage(): Promise<boolean> {
    setState('loading');
    try {
      const hasMore = await loadOlder(client, own, peer);
      setState('more');
      return hasMore;
    } catch {
      setState('failed');
      return false;
    }
  }

  async function loadUntil(messageId: string): Promise<boolean> {
    const isThere = (): boolean =>
      client.getQueryData<Message[]>(conversationKey(own, peer))?.some(({ id }) => id === messageId) === true;
    for (let pages = 0; !isThere() && pages < pagesMost; pages++) if (!(await loadPage())) break;
    return isThere();
  }

  return {
    state: goesOn(end, messages, limits.messagesPage) ? state : 'none',
    load: () => void loadPage(),
    loadUntil,
  };
}
