// The own marker: a ring in the accent, the area within which others see it, and a way to drag it.
import Collection from 'ol/Collection.js';
import Feature from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import Circle from 'ol/geom/Circle.js';
import Point from 'ol/geom/Point.js';
import Translate from 'ol/interaction/Translate.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mercatorPerMetre, toMercator, toPoint } from './map-geometry.ts';
import type { MapRoom } from './map.ts';
import { canvasPx, createMarkerPictures } from './marker-picture.ts';

export type OwnMarker = {
  lat: number;
  lon: number;
  name: string;
  pictureId: string | null;
  /** The radius in metres of the area in which others may believe it to be; 0 shows none. */
  seenWithinM: number;
  /** True in walk mode: only then can it be dragged. */
  walk: boolean;
};

export type OwnMarkerOptions = {
  pictureUrl(pictureId: string, px: number): string;
  /** Told once, where it was let go. */
  onDragged(lat: number, lon: number): void;
};

export type OwnMarkerLayer = {
  /** null takes it off the map. While it is being dragged, new places are left for later. */
  setOwnMarker(marker: OwnMarker | null): void;
  dispose(): void;
};

/** Large enough for a thumb, whatever size the others have. */
const ownPx = 52;

export function createOwnMarkerLayer(room: MapRoom, options: OwnMarkerOptions): OwnMarkerLayer {
  const point = new Feature(new Point([0, 0]));
  const area = new Feature(new Circle([0, 0], 0));
  const source = new VectorSource<Feature>();
  const areaSource = new VectorSource<Feature>();
  // Below names, counts and members: it must not tint anybody.
  const areaLayer = new VectorLayer({ source: areaSource, zIndex: 1, updateWhileAnimating: true, updateWhileInteracting: true });
  const layer = new VectorLayer({
    className: 'map-own-marker',
    source,
    zIndex: 30,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const pictures = createMarkerPictures(room.colours(), options.pictureUrl, () => layer.changed());
  const drag = new Translate({ features: new Collection([point]), layers: [layer], hitTolerance: 6 });
  let marker: OwnMarker | null = null;
  let isDragging = false;
  room.olMap.addLayer(areaLayer);
  room.olMap.addLayer(layer);
  room.olMap.addInteraction(drag);
  drag.setActive(false);

  function draw(): void {
    if (!marker) {
      source.clear();
      return areaSource.clear();
    }
    const { accent } = room.colours();
    const canvas = pictures.canvasFor({ ...marker, px: ownPx, isOnline: false, isOwn: true });
    point.setStyle(new Style({ image: new Icon({ img: canvas, width: canvasPx(ownPx), height: canvasPx(ownPx) }) }));
    area.setStyle(
      new Style({
        fill: new Fill({ color: `color-mix(in srgb, ${accent} 12%, transparent)` }),
        stroke: new Stroke({ color: accent, width: 1.5, lineDash: [5, 5] }),
      }),
    );
    place();
    if (!source.isEmpty()) return;
    source.addFeature(point);
    areaSource.addFeature(area);
  }

  function place(): void {
    if (!marker || isDragging) return;
    const at = toMercator(marker);
    point.getGeometry()?.setCoordinates(at);
    area.getGeometry()?.setCenterAndRadius(at, marker.seenWithinM * mercatorPerMetre(marker.lat));
  }

  const dragStarted = drag.on('translatestart', () => {
    isDragging = true;
  });
  const dragged = drag.on('translating', () => {
    area.getGeometry()?.setCenter(point.getGeometry()?.getCoordinates() ?? [0, 0]);
  });
  const dragEnded = drag.on('translateend', () => {
    isDragging = false;
    const { lat, lon } = toPoint(point.getGeometry()?.getCoordinates() ?? [0, 0]);
    options.onDragged(lat, lon);
  });
  let seenColours = room.colours();
  const stopListening = room.onChange(() => {
    if (room.colours() === seenColours) return;
    seenColours = room.colours();
    pictures.setColours(seenColours);
    draw();
  });

  return {
    setOwnMarker(next) {
      marker = next;
      drag.setActive(next?.walk === true);
      draw();
    },
    dispose() {
      unByKey([dragStarted, dragged, dragEnded]);
      stopListening();
      room.olMap.removeInteraction(drag);
      for (const each of [areaLayer, layer]) {
        room.olMap.removeLayer(each);
        each.dispose();
      }
      pictures.dispose();
    },
  };
}
