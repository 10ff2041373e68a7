// The layer of the own marker and of the area that others see. In walk mode the marker is moved by mouse, finger or arrow keys.
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
import type { DistanceUnits } from '#shared/rules/distance.ts';
import { areaOrder, draggedMarkerOrder, nameFreeOrder, ownMarkerOrder } from './layer-order.ts';
import { mercatorPerMetre, nearestWorld, pixelsFrom, toMercator, toPoint, worldMetres } from './map-geometry.ts';
import { type MapHandle, peopleCanvas } from './map.ts';
import { canvasPx, createMarkerPictures } from './marker-picture.ts';
import { ownMarkerPx } from './marker-size.ts';
import { createOwnMarkerHandle } from './own-marker-handle.ts';
import { createRingsLayer } from './rings-layer.ts';

export type OwnMarker = {
  lat: number;
  lon: number;
  profileId: string;
  /** Null until it is known. */
  name: string | null;
  pictureId: string | null;
  /** The radius of the area that others see. With 0 no area is drawn. */
  visibleRadiusMetres: number;
  /** True if rings at round distances are around it. */
  hasRings: boolean;
  /** True in walk mode. */
  isMovable: boolean;
};

export type OwnMarkerOptions = {
  pictureSource(pictureId: string, px: number): Promise<string>;
  /** What screen readers call the marker. */
  role: string;
  label: string;
  /** The units and the locale of the distances at the rings. */
  units: DistanceUnits;
  locale: string;
  /** Called after a drag and after each key press, but not after a tap. */
  onMoved(lat: number, lon: number): void;
};

export type OwnMarkerLayer = {
  /** Null removes the marker. During a drag, new positions are ignored. */
  setOwnMarker(marker: OwnMarker | null): void;
  dispose(): void;
};

const faceOf = ({ pictureId, name, profileId }: OwnMarker) => ({ pictureId, name, profileId });

/** The edge of a smaller area would be behind the marker. */
const minAreaPx = ownMarkerPx / 2 + 6;

/** The tint of the area, in percent. An area that fills the screen has only an edge, or the whole map would be tinted. */
const areaTint = (radiusPx: number): number => Math.max(0, Math.min(12, Math.round((280 - radiusPx) / 10)));

/** A drag may start this far outside of the marker. */
const touchMarginPx = 6;

export function createOwnMarkerLayer(map: MapHandle, options: OwnMarkerOptions): OwnMarkerLayer {
  const point = new Feature(new Point([0, 0]));
  const area = new Feature(new Circle([0, 0], 0));
  const source = new VectorSource<Feature>();
  const areaSource = new VectorSource<Feature>();
  const whileMoving = { updateWhileAnimating: true, updateWhileInteracting: true };
  const areaLayer = new VectorLayer({ ...whileMoving, source: areaSource, zIndex: areaOrder });
  const layer = new VectorLayer({ ...whileMoving, className: peopleCanvas, source });
  // Names on the map make room for the marker. A decluttered layer is drawn above all others, so it draws nothing itself.
  const nameFreeLayer = new VectorLayer({ ...whileMoving, source, declutter: true, zIndex: nameFreeOrder });
  const rings = createRingsLayer(map, options.units, options.locale);
  const pictures = createMarkerPictures(map.colours(), options.pictureSource, () => map.drawnMap.render());
  let marker: OwnMarker | null = null;
  /** Set during a drag. `offset` is the distance from the pointer to the centre of the marker. */
  let activeDrag: { offset: Coordinate; hasMoved: boolean } | null = null;
  map.drawnMap.addLayer(areaLayer);
  map.drawnMap.addLayer(layer);
  map.drawnMap.addLayer(nameFreeLayer);

  function draw(): void {
    if (!marker) {
      source.clear();
      rings.setCentre(null);
      return areaSource.clear();
    }
    layer.setZIndex(activeDrag === null ? ownMarkerOrder : draggedMarkerOrder);
    const { accent } = map.colours();
    const canvas = pictures.canvasFor({ faces: [faceOf(marker)], more: '', px: ownMarkerPx, isOnline: false, isOwn: true });
    const size = { img: canvas, width: canvasPx(ownMarkerPx), height: canvasPx(ownMarkerPx) };
    layer.setStyle(new Style({ image: new Icon(size) }));
    nameFreeLayer.setStyle(new Style({ image: new Icon({ ...size, opacity: 0, declutterMode: 'obstacle' }) }));
    const stroke = new Stroke({ color: accent, width: 1.5, lineDash: [5, 5] });
    area.setStyle((_, metresPerPx) => {
      const radiusPx = (area.getGeometry()?.getRadius() ?? 0) / metresPerPx;
      if (radiusPx < minAreaPx) return undefined;
      const tint = areaTint(radiusPx);
      return new Style({ fill: new Fill({ color: `color-mix(in srgb, ${accent} ${tint}%, transparent)` }), stroke });
    });
    place();
    if (!source.isEmpty()) return;
    source.addFeature(point);
    areaSource.addFeature(area);
  }

  const at = (): Coordinate => point.getGeometry()?.getCoordinates() ?? [0, 0];
  const resolution = (): number => map.olMap.getView().getResolution() ?? 1;
  const isOnMarker = (coordinate: Coordinate): boolean =>
    marker?.isMovable === true && Math.hypot(...pixelsFrom(coordinate, at(), resolution())) <= ownMarkerPx / 2 + touchMarginPx;

  /** Moves the drawn marker without calling `onMoved`. */
  function moveTo([x = 0, y = 0]: Coordinate): void {
    const maxY = worldMetres / 2;
    const coordinate = [nearestWorld(x, 0), Math.min(maxY, Math.max(-maxY, y))];
    point.getGeometry()?.setCoordinates(coordinate);
    area.getGeometry()?.setCenter(coordinate);
    handle.moveTo(coordinate);
    rings.setCentre(marker?.hasRings ? toPoint(coordinate) : null);
  }

  function reportMove(): void {
    const { lat, lon } = toPoint(at());
    options.onMoved(lat, lon);
  }

  function place(): void {
    if (!marker || activeDrag) return;
    moveTo(toMercator(marker));
    area.getGeometry()?.setRadius(marker.visibleRadiusMetres * mercatorPerMetre(marker.lat));
  }

  const drag = new PointerInteraction({
    handleDownEvent({ coordinate }) {
      if (!isOnMarker(coordinate)) return false;
      const [x = 0, y = 0] = at();
      activeDrag = {
        offset: [nearestWorld(x, coordinate[0] ?? 0) - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0)],
        hasMoved: false,
      };
      layer.setZIndex(draggedMarkerOrder);
      return true;
    },
    handleDragEvent({ coordinate: [x = 0, y = 0] }) {
      if (!activeDrag) return;
      activeDrag.hasMoved = true;
      moveTo([x + (activeDrag.offset[0] ?? 0), y + (activeDrag.offset[1] ?? 0)]);
    },
    handleUpEvent() {
      const hasMoved = activeDrag?.hasMoved === true;
      activeDrag = null;
      layer.setZIndex(ownMarkerOrder);
      if (hasMoved) reportMove();
      // A position that was set during the press has not been shown yet.
      else place();
      return false;
    },
  });
  map.olMap.addInteraction(drag);
  const hoverListener = map.olMap.on('pointermove', (event) => {
    // Reading the coordinate computes the layout, which is slow in every frame of a drag.
    if (!event.dragging) map.olMap.getTargetElement()?.classList.toggle('is-over-own', isOnMarker(event.coordinate));
  });
  const { role, label } = options;
  const onStep = (right: number, down: number): void => {
    const [x = 0, y = 0] = at();
    moveTo([x + right * resolution(), y - down * resolution()]);
    reportMove();
    map.bringIntoView(at());
  };
  const handle = createOwnMarkerHandle(map, { sidePx: ownMarkerPx, role, label, onStep });
  let drawnColours = map.colours();
  const stopListening = map.onChange(() => {
    if (map.colours() === drawnColours) return;
    drawnColours = map.colours();
    pictures.setColours(drawnColours);
    draw();
  });

  return {
    setOwnMarker(next) {
      marker = next;
      handle.setShown(next?.isMovable === true);
      draw();
    },
    dispose() {
      unByKey(hoverListener);
      stopListening();
      handle.dispose();
      rings.dispose();
      map.olMap.removeInteraction(drag);
      for (const each of [areaLayer, layer, nameFreeLayer]) {
        map.drawnMap.removeLayer(each);
        each.dispose();
      }
      pictures.dispose();
    },
  };
}
