// A base map of raster tiles; map.css darkens them with the dark theme.
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type { MakeBase } from './base-layers.ts';

export const makeRasterBase: MakeBase = ({ zoomLeast, zoomMost }, tileUrl, colours) => {
  const source = new XYZ({ url: tileUrl, maxZoom: zoomMost, transition: 0 });
  const layer = new TileLayer({
    source,
    // An element of its own, so that the filter does not reach people and counts.
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
