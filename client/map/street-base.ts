// A base map with streets, from vector tiles in one of the two common schemas.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { MakeBase } from './base-layers.ts';
import { createStreetStyle } from './street-style.ts';
import { featureReaders } from './street-features.ts';

export const makeStreetBase: MakeBase = ({ kind, zoomLeast, zoomMost }, tileUrl, colours) => {
  const schema = kind === 'protomaps' ? 'protomaps' : 'openmaptiles';
  const source = new VectorTileSource({ format: new MVT(), url: tileUrl, maxZoom: zoomMost, tileSize: 512 });
  const layer = new VectorTileLayer({
    source,
    declutter: true,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    ...(zoomLeast > 0 && { minZoom: zoomLeast }),
  });
  const setColours: ReturnType<MakeBase>['setColours'] = (next) => {
    // Protomaps tiles draw the land, OpenMapTiles only the water.
    layer.setBackground(schema === 'protomaps' ? next.water : next.land);
    layer.setStyle(createStreetStyle(featureReaders[schema], next));
  };
  setColours(colours);
  return { layers: [layer], setColours };
};
