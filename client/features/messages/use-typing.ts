// Whether the other side is typing, and telling him that the member is.
import { useCallback, useEffect, useRef, useState } from 'react';
import { onLive } from '#client/net/live-listeners.ts';
import { sendLive } from '#client/net/live-now.ts';

/** Said again while it goes on, and believed a little longer than that. */
const saidEveryMs = 3_000;
const believedMs = 5_000;

/** True while the peer types; his message ends it. */
export function useIsTyping(peer: string): boolean {
  const [isTyping, setTyping] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (next: boolean): void => {
      clearTimeout(timer);
      setTyping(next);
      if (next) timer = setTimeout(() => setTyping(false), believedMs);
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
export function useSayTyping(peer: string): () => void {
  const saidMs = useRef(Number.NEGATIVE_INFINITY);
  return useCallback(() => {
    if (performance.now() - saidMs.current < saidEveryMs) return;
    saidMs.current = performance.now();
    sendLive({ type: 'typing', recipientProfileId: peer });
  }, [peer]);
}
