// Drops refused messages that the server already has: the first reply was lost, and the second attempt was refused.
import { useEffect } from 'react';
import type { Message } from '#shared/contract/messages.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import type { WaitingMessage } from './chat-writes.ts';

export function useDropDelivered(waiting: readonly WaitingMessage[], messages: readonly Message[]): void {
  useEffect(() => {
    for (const { entryId } of deliveredOf(waiting, messages)) void outbox.drop(entryId);
  }, [waiting, messages]);
}

export const deliveredOf = (waiting: readonly WaitingMessage[], messages: readonly Message[]): WaitingMessage[] =>
  waiting.filter(({ state, key }) => state === 'failed' && messages.some(({ clientId }) => clientId === key));
