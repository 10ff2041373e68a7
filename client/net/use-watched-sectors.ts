// A hook that subscribes to the events of the sectors that a screen shows.
import { useEffect } from 'react';
import { watchSectors } from './watched-sectors.ts';

export function useWatchedSectors(sectors: readonly string[]): void {
  const watched = sectors.join();
  useEffect(() => (watched === '' ? undefined : watchSectors(watched.split(','))), [watched]);
}
