// Chooses the base map for a source. All but the built-in one are loaded lazily.
import type { MapSource } from '#shared/contract/map.ts';
import type { CreateBase } from './base-layers.ts';
import { createBuiltInBase } from './built-in-base.ts';

export async function loadBaseFactory({ kind }: MapSource): Promise<CreateBase> {
  if (kind === 'built-in') return createBuiltInBase;
  if (kind === 'raster') return (await import('./raster-base.ts')).createRasterBase;
  return (await import('./street-base.ts')).createStreetBase;
}
