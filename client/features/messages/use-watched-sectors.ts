// Has the server tell of what happens in some sectors while a screen shows them.
import { useEffect } from 'react';
import { isLive, sendLive } from '#client/net/live-now.ts';
import { useStore } from '#client/ui/store.ts';

export function useWatchedSectors(sectors: readonly string[]): void {
  const isConnected = useStore(isLive);
  const watched = sectors.join();
  useEffect(() => {
    if (watched === '' || !isConnected) return;
    sendLive({ type: 'watchSectors', sectors: watched.split(',') });
    return () => sendLive({ type: 'watchSectors', sectors: [] });
  }, [watched, isConnected]);
}
