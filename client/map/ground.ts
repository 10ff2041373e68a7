// Paints towns with soft edges and a grid over the land, so that a map without streets is not empty.
import type { FrameState } from 'ol/Map.js';
import VectorTile from 'ol/VectorTile.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { paintGraticule } from './graticule.ts';
import { pixelsFrom } from './map-geometry.ts';
import { createTownShapes } from './town-shapes.ts';

/** Paints what is in view, but only over what the canvas already shows: the land. */
export type GroundPainter = (context: CanvasRenderingContext2D, frame: FrameState, colours: MapColours) => void;

/** The scale of the buffer. Towns have no sharp edges, and painting at a quarter of the size is 16 times faster. */
const bufferScale = 1 / 4;

export function createGroundPainter(source: VectorTileSource): GroundPainter {
  const towns = createTownShapes(source);
  const buffer = document.createElement('canvas');
  /** What the buffer shows. Null before the first painting, and after a tile was loaded. */
  let painted: { frame: FrameState; colours: MapColours } | null = null;

  source.on('tileloadend', ({ tile }) => {
    if (!(tile instanceof VectorTile)) return;
    towns.add(tile);
    painted = null;
  });

  /** Paints the view, and half a view around it, into the buffer. */
  function paint(frame: FrameState, colours: MapColours, width: number, height: number): void {
    const buffered = buffer.getContext('2d');
    if (!buffered) return;
    painted = { frame, colours };
    buffer.width = Math.ceil(2 * width * bufferScale);
    buffer.height = Math.ceil(2 * height * bufferScale);
    buffered.scale(bufferScale, bufferScale);
    buffered.fillStyle = colours.land;
    buffered.fillRect(0, 0, 2 * width, 2 * height);
    buffered.translate(width, height);
    towns.paint(buffered, frame, colours.town, bufferScale);
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
