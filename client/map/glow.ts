// Paints towns with soft edges, a glow over populated areas, and a grid, so that a map without streets is not empty.
import type { FrameState } from 'ol/Map.js';
import type { FeatureLike } from 'ol/Feature.js';
import VectorTile from 'ol/VectorTile.js';
import { getCenter } from 'ol/extent.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { paintGraticule } from './graticule.ts';
import { mercatorPerMetre, pixelsFrom, toPoint } from './map-geometry.ts';
import { createTownShapes } from './town-shapes.ts';

/** In web mercator metres, or in pixels of a canvas. */
type Glow = { x: number; y: number; radius: number };

/** Paints what is in view, but only over what the canvas already shows: the land. */
export type GlowPainter = (context: CanvasRenderingContext2D, frame: FrameState, colours: MapColours) => void;

/** Approximate people per square kilometre in towns. City quarters, with a rank of at least `minQuarterRank`, have more. */
const townDensity = 2_200;
const quarterDensity = 6_000;
const minQuarterRank = 11;
const minPopulation = 3_000;

/** The maximum number of remembered places. Those that were added first are removed. */
const maxPlaces = 4_000;

/** A smaller glow would not be visible. */
const minRadiusPx = 3;
/** A larger glow is weaker, because it would fill the view. */
const maxFullRadiusPx = 440;
const opacity = 0.6;

/** The scale of the buffer. A glow has no sharp edges, and painting at a quarter of the size is 16 times faster. */
const bufferScale = 1 / 4;

export function createGlowPainter(source: VectorTileSource): GlowPainter {
  const glows = new Map<string, Glow>();
  const towns = createTownShapes(source);
  const buffer = document.createElement('canvas');
  /** What the buffer shows. Null before the first painting, and after a tile was loaded. */
  let painted: { frame: FrameState; colours: MapColours } | null = null;
  let sprite: { colour: string; canvas: HTMLCanvasElement } | undefined;

  source.on('tileloadend', ({ tile }) => {
    if (!(tile instanceof VectorTile)) return;
    towns.add(tile);
    for (const feature of tile.getFeatures() ?? []) {
      const glow = glowOf(feature);
      if (glow !== null) glows.set(`${feature.get('name')} ${feature.get('population')}`, glow);
    }
    painted = null;
    for (const oldest of glows.keys()) {
      if (glows.size <= maxPlaces) break;
      glows.delete(oldest);
    }
  });

  /** Paints the view, and half a view around it, into the buffer. */
  function paint(frame: FrameState, colours: MapColours, width: number, height: number): void {
    const { land, town, crowd: colour } = colours;
    if (sprite?.colour !== colour) sprite = { colour, canvas: drawSprite(colour) };
    const buffered = buffer.getContext('2d');
    if (!buffered) return;
    painted = { frame, colours };
    buffer.width = Math.ceil(2 * width * bufferScale);
    buffer.height = Math.ceil(2 * height * bufferScale);
    buffered.scale(bufferScale, bufferScale);
    // Opaque, since many layers of faint colours would add up to stripes.
    buffered.fillStyle = land;
    buffered.fillRect(0, 0, 2 * width, 2 * height);
    buffered.translate(width, height);
    towns.paint(buffered, frame, town, bufferScale);
    buffered.translate(-width, -height);
    for (const glow of glows.values()) {
      const circle = circleOf(glow, frame, [2 * width, 2 * height]);
      if (circle === null) continue;
      const { x, y, radius } = circle;
      buffered.globalAlpha = opacity * Math.min(1, maxFullRadiusPx / radius);
      buffered.drawImage(sprite.canvas, x - radius, y - radius, 2 * radius, 2 * radius);
    }
  }

  return (context, frame, colours) => {
    const [width = 0, height = 0] = frame.size;
    const { center, resolution } = frame.viewState;
    const [right, down] = painted ? pixelsFrom(center, painted.frame.viewState.center, resolution) : [0, 0];
    const isReusable =
      painted?.colours === colours &&
      painted.frame.viewState.resolution === resolution &&
      String(painted.frame.size) === String(frame.size) &&
      Math.abs(right) <= width / 2 &&
      Math.abs(down) <= height / 2;
    if (!isReusable) paint(frame, colours, width, height);
    const [x, y] = isReusable ? [right, down] : [0, 0];
    context.globalCompositeOperation = 'source-atop';
    context.drawImage(buffer, x - width / 2, y - height / 2, 2 * width, 2 * height);
    paintGraticule(context, frame, colours);
    context.globalCompositeOperation = 'source-over';
  };
}

/** Null if the feature is not a place, or has too few people. */
function glowOf(feature: FeatureLike): Glow | null {
  const population = Number(feature.get('population') ?? 0);
  if (feature.get('layer') !== 'place' || population < minPopulation) return null;
  const [x = 0, y = 0] = getCenter(feature.getGeometry()?.getExtent() ?? []);
  const density = Number(feature.get('rank')) < minQuarterRank ? townDensity : quarterDensity;
  const metres = 1_000 * Math.sqrt(population / density / Math.PI);
  return { x, y, radius: metres * mercatorPerMetre(toPoint([x, y]).lat) };
}

/** The glow in pixels of a canvas whose middle is the centre of the view. Null if it is too small or outside. */
function circleOf(glow: Glow, { viewState: { center, resolution } }: FrameState, [width, height]: [number, number]): Glow | null {
  const [middleX = 0, middleY = 0] = center;
  const radius = (1.6 * glow.radius) / resolution;
  const x = width / 2 + (glow.x - middleX) / resolution;
  const y = height / 2 - (glow.y - middleY) / resolution;
  const isInside = x >= -radius && x <= width + radius && y >= -radius && y <= height + radius;
  return radius >= minRadiusPx && isInside ? { x, y, radius } : null;
}

/** `colour` is #rrggbb. */
function drawSprite(colour: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const side = (canvas.width = canvas.height = 256);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  const gradient = context.createRadialGradient(side / 2, side / 2, 0, side / 2, side / 2, side / 2);
  ['ff', 'd8', '80', '28', '00'].forEach((alpha, step) => gradient.addColorStop(step / 4, colour + alpha));
  context.fillStyle = gradient;
  context.fillRect(0, 0, side, side);
  return canvas;
}
