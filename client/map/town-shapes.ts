// Paints built-up areas with soft edges, because their outlines are rough.
import type VectorTile from 'ol/VectorTile.js';
import type { FrameState } from 'ol/Map.js';
import RenderFeature from 'ol/render/Feature.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import { pixelsFrom } from './map-geometry.ts';

export type TownShapes = {
  add(tile: VectorTile<RenderFeature>): void;
  /** Paints around the middle of a canvas, which is scaled by `scale`. */
  paint(context: CanvasRenderingContext2D, frame: FrameState, colour: string, scale: number): void;
};

/** The maximum number of remembered tiles. */
const maxTiles = 300;
/** How rough the outlines are. */
const roughMetres = 1_100;
const maxBlurPx = 80;
/** Shapes are painted this far outside of the canvas, so that only their shadows are on it. */
const outsidePx = 20_000;

export function createTownShapes(source: VectorTileSource): TownShapes {
  const tiles = new Map<string, RenderFeature[]>();

  return {
    add(tile) {
      const towns = tile.getFeatures()?.filter((feature) => feature.get('layer') === 'urban') ?? [];
      tiles.set(tile.getTileCoord().join('/'), towns);
      for (const oldest of tiles.keys()) {
        if (tiles.size <= maxTiles) break;
        tiles.delete(oldest);
      }
    },
    paint(context, { viewState: { center, resolution } }, colour, scale) {
      const zoom = source.getTileGrid()?.getZForResolution(resolution, source.zDirection) ?? 0;
      context.fillStyle = context.shadowColor = colour;
      context.shadowBlur = scale * Math.min(maxBlurPx, roughMetres / resolution);
      context.shadowOffsetX = scale * outsidePx;
      // One path, because tiles overlap.
      context.beginPath();
      for (const [key, towns] of tiles) {
        if (!key.startsWith(`${zoom}/`)) continue;
        for (const town of towns) {
          const flat = town.getFlatCoordinates();
          const [firstX = 0, firstY = 0] = flat;
          const [right, down] = pixelsFrom(center, flat, resolution);
          let at = 0;
          for (const end of town.getEnds() ?? []) {
            for (let draw: 'moveTo' | 'lineTo' = 'moveTo'; at < end; at += 2) {
              const x = right + ((flat[at] ?? 0) - firstX) / resolution - outsidePx;
              const y = down + (firstY - (flat[at + 1] ?? 0)) / resolution;
              context[draw](x, y);
              draw = 'lineTo';
            }
          }
        }
      }
      context.fill();
      context.shadowColor = 'transparent';
    },
  };
}
