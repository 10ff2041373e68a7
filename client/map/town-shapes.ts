// Paints towns with soft edges, because their outlines are rough: built-up areas, and a disc for each place without one.
import type VectorTile from 'ol/VectorTile.js';
import type { FrameState } from 'ol/Map.js';
import RenderFeature from 'ol/render/Feature.js';
import type VectorTileSource from 'ol/source/VectorTile.js';
import { mercatorPerMetre, pixelsFrom, toPoint } from './map-geometry.ts';

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
/** Approximate people per square kilometre in towns. */
const density = 2_600;
const minPopulation = 3_000;

export function createTownShapes(source: VectorTileSource): TownShapes {
  const tiles = new Map<string, RenderFeature[]>();

  return {
    add(tile) {
      const towns = tile.getFeatures()?.filter((feature) => feature.get('layer') === 'urban' || populationOf(feature) > 0) ?? [];
      tiles.set(tile.getTileCoord().join('/'), towns);
      for (const oldest of tiles.keys()) {
        if (tiles.size <= maxTiles) break;
        tiles.delete(oldest);
      }
    },
    paint(context, { viewState: { center, resolution } }, colour, scale) {
      const zoom = source.getTileGrid()?.getZForResolution(resolution, source.zDirection) ?? 0;
      const towns = [...tiles].flatMap(([key, features]) => (key.startsWith(`${zoom}/`) ? features : []));
      context.fillStyle = context.shadowColor = colour;
      context.shadowBlur = scale * Math.min(maxBlurPx, roughMetres / resolution);
      context.shadowOffsetX = scale * outsidePx;
      // One path, because tiles overlap, and another one for discs, which may run in the other direction.
      const [outlines, discs] = [new Path2D(), new Path2D()];
      for (const town of towns) {
        const flat = town.getFlatCoordinates();
        const [firstX = 0, firstY = 0] = flat;
        const [right, down] = pixelsFrom(center, flat, resolution);
        const population = populationOf(town);
        if (population > 0) {
          const metres = 1_000 * Math.sqrt(population / density / Math.PI) * mercatorPerMetre(toPoint(flat).lat);
          discs.moveTo(right - outsidePx + metres / resolution, down);
          discs.arc(right - outsidePx, down, metres / resolution, 0, 2 * Math.PI);
          continue;
        }
        let at = 0;
        for (const end of town.getEnds() ?? []) {
          for (let draw: 'moveTo' | 'lineTo' = 'moveTo'; at < end; at += 2) {
            const x = right + ((flat[at] ?? 0) - firstX) / resolution - outsidePx;
            const y = down + (firstY - (flat[at + 1] ?? 0)) / resolution;
            outlines[draw](x, y);
            draw = 'lineTo';
          }
        }
      }
      context.fill(outlines);
      context.fill(discs);
      context.shadowColor = 'transparent';
    },
  };
}

/** 0 if the feature is no place, or has too few people to be seen. */
function populationOf(feature: RenderFeature): number {
  const population = Number(feature.get('population') ?? 0);
  return population < minPopulation ? 0 : population;
}
