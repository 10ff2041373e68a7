// Picks the base map's layers by its source; every kind but the built-in one is a chunk of its own.
import type BaseLayer from 'ol/layer/Base.js';
import type { MapSource } from '#shared/contract/map.ts';
import { makeBuiltInBase } from './built-in-base.ts';
import type { MapColours } from './map-colours.ts';

export type BaseLayers = {
  /** From the bottom up. */
  readonly layers: BaseLayer[];
  setColours(colours: MapColours): void;
  /** Requests failed tiles again, where the engine does not by itself. */
  retry?(): void;
};

/** `tileUrl` has {z}, {x} and {y} and is on the same origin. */
export type MakeBase = (source: MapSource, tileUrl: string, colours: MapColours) => BaseLayers;

export async function makerOfBase({ kind }: MapSource): Promise<MakeBase> {
  if (kind === 'built-in') return makeBuiltInBase;
  if (kind === 'raster') return (await import('./raster-base.ts')).makeRasterBase;
  return (await import('./street-base.ts')).makeStreetBase;
}
