// The layer of rings at round distances around the own marker. Near ones are filled with the brand's colour.
import Feature from 'ol/Feature.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { lengthText } from '#shared/formats/measures.ts';
import type { DistanceUnits } from '#shared/rules/distance.ts';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { fontFamily } from './base-style.ts';
import { isRingShown, type Ring, ringLines, ringsIn } from './distance-rings.ts';
import { ringsOrder } from './layer-order.ts';
import { type MapPoint, mercatorPerMetre } from './map-geometry.ts';
import type { MapHandle } from './map.ts';

/** Only near rings are filled, since a tint on a whole country hides its colours. */
const maxDiscMetres = 17_000;
const maxDiscPx = 300;

export type RingsLayer = {
  /** Null removes the rings. Call it after the colours have changed, too. */
  setCentre(centre: MapPoint | null): void;
  dispose(): void;
};

export function createRingsLayer(map: MapHandle, units: DistanceUnits, locale: string): RingsLayer {
  const source = new VectorSource<Feature>();
  const layer = new VectorLayer({
    source,
    zIndex: ringsOrder,
    declutter: true,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  map.drawnMap.addLayer(layer);
  let colours: MapColours | null = null;

  return {
    setCentre(centre) {
      if (colours !== map.colours()) layer.setStyle(createRingStyle((colours = map.colours()), locale));
      source.clear(true);
      if (centre === null) return;
      for (const ring of ringsIn[units]) {
        const lines = ringLines(centre, ring.metres);
        const radius = ring.metres * mercatorPerMetre(centre.lat);
        if (!lines) continue;
        source.addFeature(new Feature({ geometry: new MultiLineString(lines), ring, radius }));
        if (ring.metres < maxDiscMetres) source.addFeature(new Feature({ geometry: new Polygon([lines.flat()]), radius }));
      }
    },
    dispose() {
      map.drawnMap.removeLayer(layer);
      layer.dispose();
    },
  };
}

/** Features have a `radius` in web mercator metres; lines also have their `ring`, and discs have none. */
export function createRingStyle({ placeText, accent, halo }: MapColours, locale: string): StyleFunction {
  const styles: Record<number, Style> = {};
  const line = new Stroke({ color: `color-mix(in srgb, ${accent} 38%, transparent)` });
  const disc = new Style({ fill: new Fill({ color: `color-mix(in srgb, ${accent} 5%, transparent)` }) });
  const fill = new Fill({ color: placeText });
  const stroke = new Stroke({ color: halo, width: 4 });
  return (feature, resolution) => {
    if (!isRingShown(feature.get('radius') / resolution)) return undefined;
    const ring: Ring | undefined = feature.get('ring');
    if (!ring) return feature.get('radius') / resolution < maxDiscPx ? disc : undefined;
    return (styles[ring.metres] ??= new Style({
      stroke: line,
      text: new Text({ text: lengthText(ring, locale), font: `500 11px ${fontFamily}`, fill, stroke }),
    }));
  };
}
