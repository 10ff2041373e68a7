// Subscribes to the events of the sectors on a screen.
import { useEffect } from 'react';
import { watchSectors } from './watched-sectors.ts';

export function useWatchedSectors(sectors: readonly string[]): void {
  const watched = sectors.join();
  useEffect(() => (watched === '' ? undefined : watchSectors(watched.split(','))), [watched]);
}
