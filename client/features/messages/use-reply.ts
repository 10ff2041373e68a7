// Keeps the message to which the next message replies, and sends the reply.
import { useState } from 'react';
import type { Draft } from '#client/offline/cached-values.ts';
import { useSendMessage } from './messages.queries.ts';
import type { createQuoteLookup } from './shown-messages.ts';
import { usePolling } from './use-polling.ts';
import { useQuote } from './use-quote.ts';

export function useReply(peer: string, name: string, quoteOf: ReturnType<typeof createQuoteLookup> | null) {
  const [id, setId] = useState<string | null>(null);
  const quote = useQuote(quoteOf?.(id) ?? null);
  // Members can't reply to a message that is gone. The draft stays.
  if (quote?.state === 'gone') setId(null);
  const sendMessage = useSendMessage({ profileId: peer, name });
  const askSoon = usePolling(peer);
  const send = async (draft: Draft): Promise<void> => {
    setId(null);
    try {
      await sendMessage(draft);
    } catch (error) {
      setId(draft.replyToId);
      throw error;
    }
    askSoon();
  };
  const restore = (stored: string | null): void => setId((chosen) => chosen ?? stored);
  return { id, quote, setId, restore, send };
}
