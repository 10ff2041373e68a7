// The built-in base map without streets: land, borders and names, and a glow over populated areas.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { CreateBase } from './base-layers.ts';
import { createLandStyle, createNamesStyle } from './base-style.ts';
import { createGlowPainter } from './glow.ts';
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
  const paintGlow = createGlowPainter(source);
  const whileMoving = { updateWhileAnimating: true, updateWhileInteracting: true };
  // Two layers show the same tiles. The glow is between them.
  const land = new VectorTileLayer({ ...whileMoving, source, background: colours.land, style: createLandStyle(colours) });
  const names = new VectorTileLayer({ ...whileMoving, source, declutter: true, style: createNamesStyle(colours) });
  // Most views show land, so the background has the colour of land until tiles are loaded.
  let hasTiles = false;
  source.once('tileloadend', () => {
    hasTiles = true;
    land.setBackground(colours.water);
  });
  land.on('postrender', ({ context, frameState, inversePixelTransform }) => {
    if (!(context instanceof CanvasRenderingContext2D) || !frameState) return;
    context.save();
    context.setTransform(new DOMMatrix(inversePixelTransform));
    paintGlow(context, frameState, colours.crowd);
    context.restore();
  });

  return {
    layers: [land, names],
    setColours(next) {
      colours = next;
      land.setBackground(hasTiles ? colours.water : colours.land);
      land.setStyle(createLandStyle(colours));
      names.setStyle(createNamesStyle(colours));
    },
  };
};
