// The layers of a base map, whatever its source.
import type BaseLayer from 'ol/layer/Base.js';
import type { MapSource } from '#shared/contract/map.ts';
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
