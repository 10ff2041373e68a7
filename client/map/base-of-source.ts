// Picks the base map's layers by its source; every kind but the built-in one is a chunk of its own.
import type { MapSource } from '#shared/contract/map.ts';
import type { MakeBase } from './base-layers.ts';
import { makeBuiltInBase } from './built-in-base.ts';

export async function makerOfBase({ kind }: MapSource): Promise<MakeBase> {
  if (kind === 'built-in') return makeBuiltInBase;
  if (kind === 'raster') return (await import('./raster-base.ts')).makeRasterBase;
  return (await import('./street-base.ts')).makeStreetBase;
}
