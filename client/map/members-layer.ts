// The layer of members. A tap opens a single face, and zooms to or spreads a pile of faces.
import Feature, { type FeatureLike } from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import type { Coordinate } from 'ol/coordinate.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { wrapLongitude } from '#shared/rules/distance.ts';
import { type Pixel, fanPlaces, nearestWithin } from './fan.ts';
import { memberNamesOrder, membersOrder, nameFreeOrder } from './layer-order.ts';
import { type MapPoint, nearestWorld, pixelsFrom, toMercator } from './map-geometry.ts';
import { type MapHandle, peopleCanvas } from './map.ts';
import { createMarkerPictures } from './marker-picture.ts';
import { markerPx } from './marker-size.ts';
import { createNameStyles, createPileStyles, lookOf, type MapMember, type MemberPoint } from './pile-style.ts';
import { facePx, pileStep, pilesOf, separatingZoom, type Pile } from './piles.ts';

export type MembersLayerOptions = {
  /** The address of a picture that is at least `px` device pixels wide. */
  pictureSource(pictureId: string, px: number): Promise<string>;
  /** The locale of the numbers at piles. */
  locale: string;
  onOpen(profileId: string): void;
};

export type MembersLayer = {
  /** `own` is the position of the own marker. Members are drawn beside it, so that it covers nobody. */
  setMembers(members: MapMember[], own: MapPoint | null): void;
  dispose(): void;
};

/** On a larger pile, a tap zooms in instead of spreading it. */
const maxSpread = 16;
/** From this zoom on, a tap spreads a pile, unless it is too large. */
const closeZoom = 15;
const maxSeparatingZoom = 18;

const longestClickMs = 300;

export function createMembersLayer(map: MapHandle, options: MembersLayerOptions): MembersLayer {
  const source = new VectorSource<Feature>();
  // The new picture is painted on the existing canvas, so the faces need no new layout.
  const pictures = createMarkerPictures(map.colours(), options.pictureSource, () => map.drawnMap.render());
  const styleOf = createPileStyles(pictures);
  const layer = new VectorLayer({
    className: peopleCanvas,
    source,
    zIndex: membersOrder,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    renderOrder: southernLast,
    // Called only for features near the view, so that only their pictures are loaded.
    style: (feature) => {
      const pile = pileOf(feature);
      return pile && styleOf(lookOf(pile, options.locale), feature.get('isFanned') === true ? 1 : 0);
    },
  });
  const nameFreeLayer = new VectorLayer({
    source,
    declutter: true,
    zIndex: nameFreeOrder,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    style: (feature) => obstacleOf(pileOf(feature)?.px),
  });
  const namesLayer = new VectorLayer({
    source,
    declutter: true,
    zIndex: memberNamesOrder,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const styleNames = (): void => {
    const nameOf = createNameStyles(map.colours());
    namesLayer.setStyle((feature) => nameOf(pileOf(feature)));
  };
  styleNames();
  let points: MemberPoint[] = [];
  let own: [x: number, y: number] | null = null;
  let px = 0;
  let step = Number.NaN;
  let fan: Feature[] = [];
  map.drawnMap.addLayer(layer);
  map.drawnMap.addLayer(nameFreeLayer);
  map.drawnMap.addLayer(namesLayer);

  const resolution = (): number => map.olMap.getView().getResolution() ?? 1;

  function layOut(): void {
    step = pileStep(map.view().zoom);
    fan = [];
    source.clear(true);
    source.addFeatures(pilesOf(points, px, step, own).map((pile) => new Feature({ geometry: new Point(pile.at), pile })));
  }

  /** Computes the size of the markers for the members in view. */
  function resize(): void {
    const [width = 0, height = 0] = map.olMap.getSize() ?? [];
    const middle = map.olMap.getView().getCenter() ?? [0, 0];
    const inView = points.filter(({ at }) => {
      const [right, down] = pixelsFrom(middle, at, resolution());
      return Math.abs(right) <= width / 2 && Math.abs(down) <= height / 2;
    }).length;
    px = markerPx(width, height, inView);
  }

  function spread({ at, points: together }: Pile<MemberPoint>): void {
    const [width = 0, height = 0] = map.olMap.getSize() ?? [];
    const middle = map.olMap.getView().getCenter() ?? [0, 0];
    const [right, down] = pixelsFrom(middle, at, resolution());
    const px1 = facePx(px);
    const places = fanPlaces([width / 2 + right, height / 2 + down], together.length, px1, [width, height]);
    const leg = new Style({ stroke: new Stroke({ color: map.colours().areaText, width: 1 }) });
    fan = together.flatMap((point, index) => {
      const [x = 0, y = 0] = map.olMap.getCoordinateFromPixel(places[index] ?? [0, 0]);
      const place: [number, number] = [nearestWorld(x, point.at[0]), y];
      const line = new Feature(new LineString([point.at, place]));
      line.setStyle(leg);
      const pile: Pile<MemberPoint> = { at: place, points: [point], px: px1 };
      return [line, new Feature({ geometry: new Point(place), pile, isFanned: true })];
    });
    source.addFeatures(fan);
  }

  /** The feature at a coordinate. While a pile is spread, only its faces are found. */
  function tappedFeature(coordinate: Coordinate): Feature | undefined {
    const candidates = (fan.length > 0 ? fan : source.getFeatures()).filter((feature) => pileOf(feature) !== undefined);
    const centres = candidates.map((feature): Pixel => pixelsFrom(coordinate, pileOf(feature)?.at ?? [], resolution()));
    const tapped = candidates[nearestWithin(centres, [0, 0], Infinity)];
    const pile = tapped && pileOf(tapped);
    const isHit = pile && Math.hypot(...pixelsFrom(coordinate, pile.at, resolution())) <= pile.px / 2 + 2;
    return isHit ? tapped : undefined;
  }

  function tap(coordinate: Coordinate): void {
    const pile = pileOf(tappedFeature(coordinate));
    const wasFanned = fan.length > 0;
    const [first] = pile?.points ?? [];
    if (pile && first && pile.points.length === 1) return afterClick(() => options.onOpen(first.member.profileId));
    if (wasFanned) return layOut();
    if (!pile || !first) return;
    const { zoom } = map.view();
    const next = separatingZoom(pile.points, px, zoom, maxSeparatingZoom);
    const mayZoom = zoom < closeZoom || pile.points.length > maxSpread;
    if (next === null || !mayZoom) return spread(pile);
    const middle = middleOf(pile.points);
    map.flyTo(middle.lat, middle.lon, next);
  }

  // The map calls no further listener after one that returns false.
  const clicked = map.olMap.on('click', ({ coordinate }) => void tap(coordinate));
  const zoomed = map.drawnMap.getView().on('change:resolution', () => {
    if (fan.length > 0 || pileStep(map.view().zoom) !== step) layOut();
  });
  const hovered = map.olMap.on('pointermove', (event) => {
    const { dragging, originalEvent } = event;
    // Only a mouse hovers.
    if (dragging || (originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch')) return;
    // Reading the coordinate computes the layout, which is slow in every frame of a drag.
    map.olMap.getTargetElement()?.classList.toggle('is-over-marker', tappedFeature(event.coordinate) !== undefined);
  });
  let seenColours = map.colours();
  const stopListening = map.onChange(() => {
    if (map.colours() !== seenColours) {
      seenColours = map.colours();
      pictures.setColours(seenColours);
      styleNames();
      map.drawnMap.render();
    }
    const before = px;
    resize();
    if (px === before) return;
    layOut();
    pictures.prune();
  });

  return {
    setMembers(members, ownPlace) {
      own = ownPlace && toMercator(ownPlace);
      points = members.map((member) => ({ id: member.profileId, at: toMercator(member), member }));
      const open = fan;
      resize();
      layOut();
      // Spread faces stay as long as all their members are on the map.
      const ids = new Set(points.map(({ id }) => id));
      if (!open.every((feature) => pileOf(feature)?.points.every(({ id }) => ids.has(id)) ?? true)) return;
      fan = open;
      source.addFeatures(fan);
    },
    dispose() {
      unByKey([clicked, zoomed, hovered]);
      stopListening();
      for (const each of [layer, nameFreeLayer, namesLayer]) {
        map.drawnMap.removeLayer(each);
        each.dispose();
      }
      pictures.dispose();
    },
  };
}

/** The map reports a tap before the browser's click. That click would hit and close what the tap has opened. */
function afterClick(run: () => void): void {
  let timer: ReturnType<typeof setTimeout>;
  const once = (): void => {
    clearTimeout(timer);
    removeEventListener('click', once, true);
    run();
  };
  timer = setTimeout(once, longestClickMs);
  addEventListener('click', once, true);
}

const pileOf = (feature: FeatureLike | undefined): Pile<MemberPoint> | undefined => feature?.get('pile');

const obstacles = new Map<number, Style>();

/** Hides a name of the map that a circle of this size would half cover. It draws nothing. */
function obstacleOf(px: number | undefined): Style | undefined {
  if (px === undefined) return undefined;
  const style = obstacles.get(px) ?? new Style({ image: new CircleStyle({ radius: px / 2, declutterMode: 'obstacle' }) });
  obstacles.set(px, style);
  return style;
}

/** The centre of the box around members who are near each other. */
function middleOf(points: readonly MemberPoint[]): { lat: number; lon: number } {
  const lats = points.map(({ member }) => member.lat);
  const lons = points.map(({ member }) => member.lon);
  const from = lons[0] ?? 0;
  const offsets = lons.map((lon) => wrapLongitude(lon - from));
  return {
    lat: (Math.min(...lats) + Math.max(...lats)) / 2,
    lon: from + (Math.min(...offsets) + Math.max(...offsets)) / 2,
  };
}

/** Faces further south are in front. The lines of spread faces are below all of them. */
function southernLast(one: FeatureLike, other: FeatureLike): number {
  return northOf(other) - northOf(one);
}

const northOf = (feature: FeatureLike): number => pileOf(feature)?.at[1] ?? 1e9;
