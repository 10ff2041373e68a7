// A base map of raster tiles. In the dark theme, map.css darkens them.
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type { CreateBase } from './base-layers.ts';
import { loadingBy } from './tile-loader.ts';

export const createRasterBase: CreateBase = ({ zoomLeast, zoomMost }, tileUrl, colours, fetchTile) => {
  const source = new XYZ({ url: tileUrl, maxZoom: zoomMost, transition: 0, ...loadingBy(fetchTile) });
  const layer = new TileLayer({
    source,
    // A canvas of its own, so that the dark theme's filter does not change people and counts.
    className: 'map-raster',
    background: colours.land,
    ...(zoomLeast > 0 && { minZoom: zoomLeast - 0.01 }),
  });
  let hasFailed = false;
  source.on('tileloaderror', () => (hasFailed = true));

  return {
    layers: [layer],
    setColours: (next) => layer.setBackground(next.land),
    retry() {
      if (hasFailed) source.refresh();
      hasFailed = false;
    },
  };
};
