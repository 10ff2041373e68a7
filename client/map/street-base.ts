// A base map with streets, from vector tiles in the schema of Protomaps or OpenMapTiles.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { CreateBase } from './base-layers.ts';
import { createStreetStyle } from './street-style.ts';
import { featureReaders } from './street-features.ts';
import { loadingBy } from './tile-loader.ts';

export const createStreetBase: CreateBase = ({ kind, zoomLeast, zoomMost }, tileUrl, colours, fetchTile) => {
  const schema = kind === 'protomaps' ? 'protomaps' : 'openmaptiles';
  const source = new VectorTileSource({
    format: new MVT(),
    url: tileUrl,
    maxZoom: zoomMost,
    tileSize: 512,
    ...loadingBy(fetchTile),
  });
  const layer = new VectorTileLayer({
    source,
    declutter: true,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    ...(zoomLeast > 0 && { minZoom: zoomLeast }),
  });
  const setColours: ReturnType<CreateBase>['setColours'] = (next) => {
    // Tiles of Protomaps contain the land, tiles of OpenMapTiles only the water.
    layer.setBackground(schema === 'protomaps' ? next.water : next.land);
    layer.setStyle(createStreetStyle(featureReaders[schema], next));
  };
  setColours(colours);
  return { layers: [layer], setColours };
};
