// A soft tone where many people live, estimated from the population of places: towns show on a map without streets.
import type { FrameState } from 'ol/Map.js';
import VectorTile from 'ol/VectorTile.js';
import { getCenter } from 'ol/extent.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import { mercatorPerMetre, toPoint } from './map-geometry.ts';

/** All in web mercator metres. */
type Glow = { x: number; y: number; radius: number };

/** Paints the glow of every place in view onto what the canvas has already, which is land: the sea stays as it is. */
export type GlowPainter = (context: CanvasRenderingContext2D, frame: FrameState, colour: string) => void;

/** People on a square kilometre, roughly: of a town as a whole, and of a quarter of one, whose names come at rank 11. */
const townDensity = 2_200;
const quarterDensity = 6_000;
const quarterRank = 11;
const populationLeast = 3_000;

/** So many places are remembered, the ones that came last. */
const placesKept = 4_000;

/** Smaller glows are nothing to see; in larger ones the view would drown, so they fade. */
const radiusLeastPx = 3;
const radiusFadesPx = 320;
const strength = 0.6;

/** Pixels of the map to one pixel that is painted. */
const coarsePx = 4;

export function createGlowPainter(source: VectorTileSource): GlowPainter {
  const glows = new Map<string, Glow>();
  // Nothing in a glow is sharp: painted small and enlarged once, it costs a sixteenth.
  const sheet = document.createElement('canvas');
  let sprite: { colour: string; canvas: HTMLCanvasElement } | undefined;

  source.on('tileloadend', ({ tile }) => {
    if (!(tile instanceof VectorTile)) return;
    for (const feature of tile.getFeatures() ?? []) {
      const population = Number(feature.get('population') ?? 0);
      if (feature.get('layer') !== 'place' || population < populationLeast) continue;
      const [x = 0, y = 0] = getCenter(feature.getGeometry()?.getExtent() ?? []);
      const density = Number(feature.get('rank')) < quarterRank ? townDensity : quarterDensity;
      const metres = 1_000 * Math.sqrt(population / density / Math.PI);
      glows.set(`${feature.get('name')} ${population}`, { x, y, radius: metres * mercatorPerMetre(toPoint([x, y]).lat) });
    }
    for (const oldest of glows.keys()) {
      if (glows.size <= placesKept) break;
      glows.delete(oldest);
    }
  });

  return (context, frame, colour) => {
    if (sprite?.colour !== colour) sprite = { colour, canvas: drawSprite(colour) };
    const { center, resolution } = frame.viewState;
    const [width = 0, height = 0] = frame.size;
    const west = (center[0] ?? 0) - (width / 2) * resolution;
    const north = (center[1] ?? 0) + (height / 2) * resolution;

    const coarse = sheet.getContext('2d');
    if (!coarse) return;
    sheet.width = Math.ceil(width / coarsePx);
    sheet.height = Math.ceil(height / coarsePx);
    for (const glow of glows.values()) {
      const radius = (1.6 * glow.radius) / resolution;
      if (radius < radiusLeastPx) continue;
      const x = (glow.x - west) / resolution;
      const y = (north - glow.y) / resolution;
      if (x < -radius || x > width + radius || y < -radius || y > height + radius) continue;
      coarse.globalAlpha = strength * Math.min(1, radiusFadesPx / radius);
      const [left, top, side] = [x - radius, y - radius, 2 * radius].map((px) => px / coarsePx);
      coarse.drawImage(sprite.canvas, left ?? 0, top ?? 0, side ?? 0, side ?? 0);
    }
    context.globalCompositeOperation = 'source-atop';
    context.drawImage(sheet, 0, 0, sheet.width * coarsePx, sheet.height * coarsePx);
    context.globalCompositeOperation = 'source-over';
  };
}

/** `colour` is #rrggbb. */
function drawSprite(colour: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const side = (canvas.width = canvas.height = 256);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const gradient = context.createRadialGradient(side / 2, side / 2, 0, side / 2, side / 2, side / 2);
  const falloff: [at: number, alpha: string][] = [
    [0, 'ff'],
    [0.25, 'd8'],
    [0.5, '80'],
    [0.75, '28'],
    [1, '00'],
  ];
  for (const [at, alpha] of falloff) gradient.addColorStop(at, `${colour}${alpha}`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, side, side);
  return canvas;
}
