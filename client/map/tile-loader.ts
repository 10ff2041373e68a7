// Loads tiles with a given function, instead of with the requests of the map engine.
import ImageTile from 'ol/ImageTile.js';
import VectorTile from 'ol/VectorTile.js';
import type { LoadFunction } from 'ol/Tile.js';

export type FetchTile = (url: string) => Promise<ArrayBuffer>;

/** The options of a tile source. They are empty without a function. */
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
    // If that fails, the image requests the tile itself, and fires its error event.
    void fetchTile(url).then(
      (bytes) => showBytes(image, bytes),
      () => (image.src = url),
    );
  }
}

function showBytes(image: HTMLImageElement, bytes: ArrayBuffer): void {
  const source = URL.createObjectURL(new Blob([bytes]));
  const revoke = (): void => URL.revokeObjectURL(source);
  image.addEventListener('load', revoke, { once: true });
  image.addEventListener('error', revoke, { once: true });
  image.src = source;
}
