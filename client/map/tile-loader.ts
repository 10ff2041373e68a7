// Loads tiles by a given function instead of by the map engine's own requests.
import ImageTile from 'ol/ImageTile.js';
import VectorTile from 'ol/VectorTile.js';
import type { LoadFunction } from 'ol/Tile.js';

export type FetchTile = (url: string) => Promise<ArrayBuffer>;

/** The option of a tile source; none without a function. */
export const loadingBy = (fetchTile: FetchTile | null): { tileLoadFunction?: LoadFunction } =>
  fetchTile === null ? {} : { tileLoadFunction: (tile, url) => load(fetchTile, tile, url) };

function load(fetchTile: FetchTile, tile: Parameters<LoadFunction>[0], url: string): void {
  if (tile instanceof VectorTile)
    tile.setLoader((extent, _resolution, projection) => {
      fetchTile(url).then(
        (bytes) => tile.onLoad(tile.getFormat().readFeatures(bytes, { extent, featureProjection: projection }), projection),
        () => tile.onError(),
      );
    });
  else if (tile instanceof ImageTile) {
    const image = tile.getImage();
    if (!(image instanceof HTMLImageElement)) return;
    // A missing tile fails like any other.
    void fetchTile(url).then(
      (bytes) => (image.src = URL.createObjectURL(new Blob([bytes]))),
      () => (image.src = url),
    );
  }
}
