// Asks again for tiles of a base map that could not be had.
import type UrlTile from 'ol/source/UrlTile.js';

/** The engine itself never asks again for a tile that has failed once. */
export function retryOf(source: UrlTile): () => void {
  let hasFailed = false;
  source.on('tileloaderror', () => (hasFailed = true));
  return () => {
    if (!hasFailed) return;
    hasFailed = false;
    source.refresh();
  };
}
