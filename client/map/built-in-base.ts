// The built-in base map without streets: land, borders, names and towns.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { CreateBase } from './base-layers.ts';
import { createBaseStyles } from './base-style.ts';
import { createGroundPainter } from './ground.ts';
import { loadingBy } from './tile-loader.ts';

/**
 * The highest zoom for which tiles are requested. They contain all details, and one tile covers a town. It is cached for offline use,
 * and its request does not disclose which part of the town the member views.
 */
const maxTileZoom = 11;

export const createBuiltInBase: CreateBase = ({ zoomMost }, tileUrl, initialColours, fetchTile) => {
  let colours = initialColours;
  const source = new VectorTileSource({
    format: new MVT(),
    url: tileUrl,
    maxZoom: Math.min(maxTileZoom, zoomMost),
    tileSize: 512,
    ...loadingBy(fetchTile),
  });
  const paintGround = createGroundPainter(source);
  const styles = createBaseStyles(colours);
  const options = { source, updateWhileAnimating: true, updateWhileInteracting: true };
  // All show the same tiles. Towns are above the land.
  const land = new VectorTileLayer({ ...options, background: colours.town, style: styles.land });
  const details = new VectorTileLayer({ ...options, declutter: true, style: styles.details });
  const names = new VectorTileLayer({ ...options, declutter: true, renderMode: 'vector', style: styles.names });
  // Most members are in a town, so the background has the colour of towns until the tiles of the first view are loaded.
  let hasTiles = false;
  let loading = 0;
  source.on('tileloadstart', () => void (loading += 1));
  source.on(['tileloadend', 'tileloaderror'], () => {
    loading -= 1;
    if (hasTiles || loading > 0) return;
    hasTiles = true;
    land.setBackground(colours.water);
  });
  land.on('postrender', ({ context, frameState, inversePixelTransform }) => {
    if (!(context instanceof CanvasRenderingContext2D) || !frameState) return;
    context.save();
    context.setTransform(new DOMMatrix(inversePixelTransform));
    paintGround(context, frameState, colours);
    context.restore();
  });

  return {
    layers: [land, details, names],
    setColours(nextColours) {
      colours = nextColours;
      land.setBackground(hasTiles ? colours.water : colours.town);
      const next = createBaseStyles(colours);
      land.setStyle(next.land);
      details.setStyle(next.details);
      names.setStyle(next.names);
    },
  };
};
