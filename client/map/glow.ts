// A soft tone over populated areas, from the population of places, so that towns show on a map without streets.
import type { FrameState } from 'ol/Map.js';
import VectorTile from 'ol/VectorTile.js';
import { getCenter } from 'ol/extent.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import { mercatorPerMetre, toPoint } from './map-geometry.ts';

/** All in web mercator metres. */
type Glow = { x: number; y: number; radius: number };

/** Paints the glow of every place in view onto the land already on the canvas: the sea stays as it is. */
export type GlowPainter = (context: CanvasRenderingContext2D, frame: FrameState, colour: string) => void;

/** People per square kilometre, roughly: of a whole town, and of a city quarter (places of rank 11 and above). */
const townDensity = 2_200;
const quarterDensity = 6_000;
const quarterRank = 11;
const populationLeast = 3_000;

/** This many places are remembered, the latest ones. */
const placesMost = 4_000;

/** Smaller glows can't be seen; larger ones would fill the view, so they fade. */
const radiusLeastPx = 3;
const radiusFadesPx = 320;
const strength = 0.6;

/** Map pixels per painted pixel. */
const coarsePx = 4;

export function createGlowPainter(source: VectorTileSource): GlowPainter {
  const glows = new Map<string, Glow>();
  // A glow has no sharp edges: painted small and enlarged once, it costs a sixteenth.
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
      if (glows.size <= placesMost) break;
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
