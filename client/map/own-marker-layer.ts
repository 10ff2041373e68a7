// The layer of the own marker: a ring in the accent and the area others see it in; moved by mouse, finger or arrow keys.
import Feature from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import type { Coordinate } from 'ol/coordinate.js';
import Circle from 'ol/geom/Circle.js';
import Point from 'ol/geom/Point.js';
import PointerInteraction from 'ol/interaction/Pointer.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { mercatorPerMetre, nearestWorld, pixelsFrom, toMercator, toPoint, worldMetres } from './map-geometry.ts';
import { type MapHandle, peopleCanvas } from './map.ts';
import { canvasPx, createMarkerPictures } from './marker-picture.ts';
import { createOwnMarkerHandle } from './own-marker-handle.ts';

export type OwnMarker = {
  lat: number;
  lon: number;
  name: string;
  pictureId: string | null;
  /** Radius in metres of the area that others see it in; 0 shows none. */
  seenWithinM: number;
  /** True in walk mode: only then can it be moved. */
  walk: boolean;
};

export type OwnMarkerOptions = {
  pictureUrl(pictureId: string, px: number): string;
  /** Called with the position where it was released, and after each key. Not called for a tap. */
  onMoved(lat: number, lon: number): void;
};

export type OwnMarkerLayer = {
  /** null removes it from the map. While it is being dragged, new positions are ignored. */
  setOwnMarker(marker: OwnMarker | null): void;
  dispose(): void;
};

/** Large enough for a thumb, whatever size the other markers have. */
const ownPx = 52;
/** A finger this many pixels beside it still grabs it. */
const besidePx = 6;

export function createOwnMarkerLayer(map: MapHandle, options: OwnMarkerOptions): OwnMarkerLayer {
  const point = new Feature(new Point([0, 0]));
  const area = new Feature(new Circle([0, 0], 0));
  const source = new VectorSource<Feature>();
  const areaSource = new VectorSource<Feature>();
  // Below names, counts and members: it must not tint them.
  const areaLayer = new VectorLayer({ source: areaSource, zIndex: 1, updateWhileAnimating: true, updateWhileInteracting: true });
  const layer = new VectorLayer({
    className: peopleCanvas,
    source,
    zIndex: 30,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const pictures = createMarkerPictures(map.colours(), options.pictureUrl, () => map.olMap.render());
  let marker: OwnMarker | null = null;
  /** From the pointer to the middle of the marker, while it is dragged. */
  let held: { offset: Coordinate; hasMoved: boolean } | null = null;
  map.olMap.addLayer(areaLayer);
  map.olMap.addLayer(layer);

  function draw(): void {
    if (!marker) {
      source.clear();
      return areaSource.clear();
    }
    const { accent } = map.colours();
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

  const at = (): Coordinate => point.getGeometry()?.getCoordinates() ?? [0, 0];
  const resolution = (): number => map.olMap.getView().getResolution() ?? 1;
  const isOnMarker = (coordinate: Coordinate): boolean =>
    marker?.walk === true && Math.hypot(...pixelsFrom(coordinate, at(), resolution())) <= ownPx / 2 + besidePx;

  /** Moves the drawing only; `onMoved` is not called. */
  function standAt([x = 0, y = 0]: Coordinate): void {
    const most = worldMetres / 2;
    const there = [nearestWorld(x, 0), Math.min(most, Math.max(-most, y))];
    point.getGeometry()?.setCoordinates(there);
    area.getGeometry()?.setCenter(there);
    handle.standAt(there);
  }

  function reportMove(): void {
    const { lat, lon } = toPoint(at());
    options.onMoved(lat, lon);
  }

  function place(): void {
    if (!marker || held) return;
    standAt(toMercator(marker));
    area.getGeometry()?.setRadius(marker.seenWithinM * mercatorPerMetre(marker.lat));
  }

  const drag = new PointerInteraction({
    handleDownEvent({ coordinate }) {
      if (!isOnMarker(coordinate)) return false;
      const [x = 0, y = 0] = at();
      held = { offset: [nearestWorld(x, coordinate[0] ?? 0) - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0)], hasMoved: false };
      return true;
    },
    handleDragEvent({ coordinate: [x = 0, y = 0] }) {
      if (!held) return;
      held.hasMoved = true;
      standAt([x + (held.offset[0] ?? 0), y + (held.offset[1] ?? 0)]);
    },
    handleUpEvent() {
      const hasMoved = held?.hasMoved === true;
      held = null;
      if (hasMoved) reportMove();
      return false;
    },
  });
  map.olMap.addInteraction(drag);
  const hovered = map.olMap.on('pointermove', ({ coordinate }) =>
    map.olMap.getTargetElement()?.classList.toggle('is-over-own', isOnMarker(coordinate)),
  );
  const handle = createOwnMarkerHandle(map, ownPx, (right, down) => {
    const [x = 0, y = 0] = at();
    standAt([x + right * resolution(), y - down * resolution()]);
    reportMove();
    map.bringIntoView(at());
  });
  let seenColours = map.colours();
  const stopListening = map.onChange(() => {
    if (map.colours() === seenColours) return;
    seenColours = map.colours();
    pictures.setColours(seenColours);
    draw();
  });

  return {
    setOwnMarker(next) {
      marker = next;
      handle.setShown(next?.walk === true);
      draw();
    },
    dispose() {
      unByKey(hovered);
      stopListening();
      handle.dispose();
      map.olMap.removeInteraction(drag);
      for (const each of [areaLayer, layer]) {
        map.olMap.removeLayer(each);
        each.dispose();
      }
      pictures.dispose();
    },
  };
}
