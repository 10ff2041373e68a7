// Sends and receives typing indicators.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onLive } from '#client/net/live-listeners.ts';
import { sendLive } from '#client/net/live-store.ts';

/** The event is repeated at this interval while the member types. It is shown a little longer than the interval. */
const sendEveryMs = 3_000;
const shownMs = 5_000;

/** True while the other member types and their message has not arrived. */
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

/** Returns a function to call after each change of the text. */
export function useSendTyping(peer: string): () => void {
  const sentMs = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    if (performance.now() - sentMs.current < sendEveryMs) return;
    sentMs.current = performance.now();
    sendLive({ type: 'typing', recipientProfileId: peer });
  }, [peer]);
}
