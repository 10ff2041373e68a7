// The built-in base map: land, lines and names, with a glow over populated areas and a faint grid, since it has no streets.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { MakeBase } from './base-layers.ts';
import { createLandStyle, createNamesStyle } from './base-style.ts';
import { createGlowPainter } from './glow.ts';
import { drawGrid } from './grid.ts';

/**
 * The deepest zoom that tiles are requested at: they hold all the map knows, and one tile covers a town. It stays available
 * offline, and requests do not show the server where exactly a member looks.
 */
const maxTileZoom = 11;

export const makeBuiltInBase: MakeBase = ({ zoomMost }, tileUrl, givenColours) => {
  let colours = givenColours;
  const source = new VectorTileSource({
    format: new MVT(),
    url: tileUrl,
    maxZoom: Math.min(maxTileZoom, zoomMost),
    tileSize: 512,
  });
  const paintGlow = createGlowPainter(source);
  const whileMoving = { updateWhileAnimating: true, updateWhileInteracting: true };
  // Two layers of the same tiles: glow and grid are painted after land and below lines and names.
  const land = new VectorTileLayer({ ...whileMoving, source, background: colours.land, style: createLandStyle(colours) });
  const names = new VectorTileLayer({ ...whileMoving, source, declutter: true, style: createNamesStyle(colours) });
  // Most maps open on land: they must not flash blue before the first tile is loaded.
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
    drawGrid(context, frameState, colours);
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
