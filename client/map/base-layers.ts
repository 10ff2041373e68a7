// The types of a base map's layers and of the functions that create them.
import type BaseLayer from 'ol/layer/Base.js';
import type { MapSource } from '#shared/contract/map.ts';
import type { MapColours } from '#shared/rules/map-colours.ts';
import type { FetchTile } from './tile-loader.ts';

export type BaseLayers = {
  /** The bottom one first. */
  readonly layers: BaseLayer[];
  setColours(colours: MapColours): void;
  /** Requests failed tiles again. Not needed if OpenLayers does so itself. */
  retry?(): void;
};

/** `tileUrl` is a template with {z}, {x} and {y} on our origin. Without `fetchTile`, OpenLayers requests the tiles. */
export type CreateBase = (source: MapSource, tileUrl: string, colours: MapColours, fetchTile: FetchTile | null) => BaseLayers;
