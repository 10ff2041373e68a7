// Tells the server which conversation is on the screen, so that nothing is pushed for what the member sees.
import { useEffect } from 'react';
import { sendLive } from '#client/net/live-now.ts';

export function useLooking(peer: string): void {
  useEffect(() => {
    const tell = (conversationWith: string | null): void =>
      sendLive({ type: 'looking', isVisible: document.visibilityState === 'visible', conversationWith });
    const tellPeer = (): void => tell(peer);
    tellPeer();
    document.addEventListener('visibilitychange', tellPeer);
    return () => {
      document.removeEventListener('visibilitychange', tellPeer);
      tell(null);
    };
  }, [peer]);
}
