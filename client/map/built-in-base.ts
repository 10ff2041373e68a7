// The built-in base map: land, lines and names, with a glow where many live and a faint grid, since it has no streets.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { MakeBase } from './base-layers.ts';
import { createLandStyle, createNamesStyle } from './base-style.ts';
import { createGlowPainter } from './glow.ts';
import { drawGrid } from './grid.ts';

/**
 * The deepest tiles that are asked for: there the map holds all it knows, and one tile covers a town. It stays there
 * offline, and the server isn't told each step of a member's eyes.
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
  // Two layers of the same tiles: what is painted after land lies under lines and names.
  const land = new VectorTileLayer({ ...whileMoving, source, background: colours.land, style: createLandStyle(colours) });
  const names = new VectorTileLayer({ ...whileMoving, source, declutter: true, style: createNamesStyle(colours) });
  // Most maps open on land: they must not flash blue until the first tile is there.
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
    wear(worn) {
      colours = worn;
      land.setBackground(hasTiles ? colours.water : colours.land);
      land.setStyle(createLandStyle(colours));
      names.setStyle(createNamesStyle(colours));
    },
  };
};
