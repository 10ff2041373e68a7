// A base map with streets, from vector tiles in one of the two common schemas.
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type { MakeBase } from './base-layers.ts';
import { createStreetStyle } from './street-style.ts';
import { thingReaders } from './street-things.ts';

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
  const wear: ReturnType<MakeBase>['wear'] = (worn) => {
    // One of them draws the land, the other only what is water.
    layer.setBackground(schema === 'protomaps' ? worn.water : worn.land);
    layer.setStyle(createStreetStyle(thingReaders[schema], worn));
  };
  wear(colours);
  return { layers: [layer], wear };
};
