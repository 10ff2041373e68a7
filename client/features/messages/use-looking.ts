// Tells the server that this conversation is on the screen now, so that nothing is pushed for what the member sees.
import { useEffect } from 'react';
import { sendLive } from '#client/net/live-now.ts';

/** When the window is hidden, shown or connected anew the app says it again by the address. */
export function useLooking(peer: string): void {
  useEffect(() => {
    const tell = (conversationWith: string | null): void =>
      sendLive({ type: 'looking', isVisible: document.visibilityState === 'visible', conversationWith });
    tell(peer);
    return () => tell(null);
  }, [peer]);
}
