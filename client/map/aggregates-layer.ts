// The layer of circles with counts. It is shown when the view is too large to show each member.
import Feature from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { compactNumber } from '#shared/formats/numbers.ts';
import { nearestWithin } from './fan.ts';
import { type JoinedAggregate, type MapAggregate, joinAggregates } from './join-aggregates.ts';
import { countsOrder } from './layer-order.ts';
import { pixelsFrom, toPoint } from './map-geometry.ts';
import { type MapHandle, peopleCanvas } from './map.ts';

export type AggregatesLayer = {
  setAggregates(aggregates: MapAggregate[]): void;
  dispose(): void;
};

/** A tap within this distance of a circle's centre zooms in. */
const reachPx = 26;

export function createAggregatesLayer(map: MapHandle, locale: string): AggregatesLayer {
  const source = new VectorSource<Feature>();
  const layer = new VectorLayer({
    className: peopleCanvas,
    source,
    zIndex: countsOrder,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    style: (feature) => styleOf(Number(feature.get('count'))),
  });
  map.drawnMap.addLayer(layer);

  function styleOf(count: number): Style[] {
    const { accent, paper, ink } = map.colours();
    const radius = aggregateRadiusPx(count);
    return [
      new Style({
        image: new CircleStyle({
          radius: radius + 6,
          fill: new Fill({ color: `color-mix(in srgb, ${accent} 16%, transparent)` }),
        }),
      }),
      new Style({
        image: new CircleStyle({
          radius,
          fill: new Fill({ color: paper }),
          stroke: new Stroke({ color: `color-mix(in srgb, ${accent} 55%, transparent)`, width: 1.5 }),
        }),
        text: new Text({
          text: compactNumber(count, locale),
          font: '600 12px system-ui, sans-serif',
          fill: new Fill({ color: ink }),
          offsetY: 0.5,
        }),
      }),
    ];
  }

  let aggregates: MapAggregate[] = [];
  let joined: JoinedAggregate[] = [];
  let joinedZoom = Number.NaN;

  function join(): void {
    joinedZoom = Math.round(map.view().zoom);
    source.clear(true);
    joined = joinAggregates(aggregates, joinedZoom);
    source.addFeatures(joined.map(({ at, count }) => new Feature({ geometry: new Point(at), count })));
  }

  const clickListener = map.olMap.on('click', ({ coordinate }) => {
    const resolution = map.olMap.getView().getResolution() ?? 1;
    const centres = joined.map(({ at }) => pixelsFrom(coordinate, at, resolution));
    const tapped = joined[nearestWithin(centres, [0, 0], reachPx)];
    if (!tapped) return;
    const { lat, lon } = toPoint(tapped.at);
    map.flyTo(lat, lon, map.view().zoom + 2);
  });
  const stopListening = map.onChange(() => {
    if (Math.round(map.view().zoom) !== joinedZoom) join();
    layer.changed();
  });

  return {
    setAggregates(next) {
      aggregates = next;
      join();
    },
    dispose() {
      unByKey(clickListener);
      stopListening();
      map.drawnMap.removeLayer(layer);
      layer.dispose();
    },
  };
}

/** 13 pixels for one member, 17 for ten, 21 for a hundred. */
function aggregateRadiusPx(count: number): number {
  return Math.round(13 + 4 * Math.log10(Math.max(1, count)));
}
