// Keeps the names of the map out of its edges, where they would be cut, and out of the scale at its foot.
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Icon from 'ol/style/Icon.js';
import Style from 'ol/style/Style.js';
import { nameFreeOrder } from './layer-order.ts';

export type NameFreeEdges = {
  readonly layer: VectorLayer;
  /** `width` and `height` are those of the visible map in pixels. */
  place(centre: readonly [x: number, y: number], resolution: number, size: readonly [width: number, height: number]): void;
  /** Allows names at the edges, since a moving map shows what lies beyond them. */
  clear(): void;
};

/** The height of the scale and the attribution. */
const footPx = 44;
const edgePx = 2;

export function createNameFreeEdges(): NameFreeEdges {
  const source = new VectorSource<Feature>();
  const layer = new VectorLayer({ source, declutter: true, zIndex: nameFreeOrder });
  const pixel = document.createElement('canvas');
  pixel.width = pixel.height = 1;
  let placed = '';

  return {
    layer,
    place([x, y], resolution, [width, height]) {
      const key = [x, y, resolution, width, height].join(' ');
      if (key === placed) return;
      placed = key;
      source.clear(true);
      /** `across` and `down` are the pixels from the centre of the map to that of the strip. */
      const strip = (across: number, down: number, stripWidth: number, stripHeight: number): Feature => {
        const feature = new Feature(new Point([x + across * resolution, y - down * resolution]));
        const image = { img: pixel, width: stripWidth, height: stripHeight, opacity: 0, declutterMode: 'obstacle' } as const;
        feature.setStyle(new Style({ image: new Icon(image) }));
        return feature;
      };
      source.addFeatures([
        strip((edgePx - width) / 2, 0, edgePx, height),
        strip((width - edgePx) / 2, 0, edgePx, height),
        strip(0, (edgePx - height) / 2, width, edgePx),
        strip(0, (height - footPx) / 2, width, footPx),
      ]);
    },
    clear() {
      placed = '';
      source.clear();
    },
  };
}
