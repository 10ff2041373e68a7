// Typing indicators: whether the other member is typing, and sending that this one is.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onLive } from '#client/net/live-listeners.ts';
import { sendLive } from '#client/net/live-store.ts';

/** Sent again at this interval while typing goes on, and shown a little longer than that. */
const sendEveryMs = 3_000;
const shownMs = 5_000;

/** True while the peer types; their message ends it. */
export function useIsTyping(peer: string): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (next: boolean): void => {
      clearTimeout(timer);
      setTyping(next);
      if (next) timer = setTimeout(() => setTyping(false), shownMs);
    };
    const stops = [
      onLive('typing', ({ profileId }) => profileId === peer && set(true)),
      onLive('message', ({ message }) => message.senderProfileId === peer && set(false)),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [peer]);
  return isTyping;
}

/** To be called with each change of the text. */
export function useSendTyping(peer: string): () => void {
  const sentMs = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    if (performance.now() - sentMs.current < sendEveryMs) return;
    sentMs.current = performance.now();
    sendLive({ type: 'typing', recipientProfileId: peer });
  }, [peer]);
}
