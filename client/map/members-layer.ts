// The layer of members: round picture markers that follow position changes, open on a tap and spread where they overlap.
import Feature, { type FeatureLike } from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import type { Coordinate } from 'ol/coordinate.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type Pixel, fanPlaces, nearestWithin, pileAt } from './fan.ts';
import { nearestWorld, pixelsFrom, toMercator } from './map-geometry.ts';
import { type MapHandle, peopleCanvas } from './map.ts';
import { canvasPx, createMarkerPictures } from './marker-picture.ts';
import { markerPx } from './marker-size.ts';

export type MapMember = {
  profileId: string;
  name: string;
  lat: number;
  lon: number;
  pictureId: string | null;
  isOnline: boolean;
};

export type MembersLayerOptions = {
  /** Address of a picture at least so many device pixels wide. */
  pictureSource(pictureId: string, px: number): Promise<string>;
  onOpen(profileId: string): void;
};

export type MembersLayer = {
  setMembers(members: MapMember[]): void;
  dispose(): void;
};

/** A tap within this many pixels of a marker's middle hits it, however small it is. */
const reachLeastPx = 22;

/** A larger pile is zoomed to instead of spread. */
const pileMost = 16;

/** Markers are laid out again after a pan by this much. */
const renderBufferPx = 320;

type Marker = { member: MapMember; feature: Feature<Point> };

export function createMembersLayer(map: MapHandle, options: MembersLayerOptions): MembersLayer {
  const markers = new Map<string, Marker>();
  const source = new VectorSource<Feature>();
  const layer = new VectorLayer({
    className: peopleCanvas,
    source,
    zIndex: 20,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    renderBuffer: renderBufferPx,
    renderOrder: southernLast,
  });
  // The canvas is painted in place: no new layout is needed.
  const pictures = createMarkerPictures(map.colours(), options.pictureSource, () => map.olMap.render());
  let px = 0;
  let fanned: { features: Feature[]; profileIds: Set<string> } | undefined;
  map.olMap.addLayer(layer);

  function dress({ member, feature }: Marker): void {
    const canvas = pictures.canvasFor({ ...member, px, isOwn: false });
    const image = new Icon({ img: canvas, width: canvasPx(px), height: canvasPx(px) });
    feature.setStyle(new Style({ image, zIndex: fanned?.profileIds.has(member.profileId) ? 1 : 0 }));
  }

  function resize(): void {
    const [width = 0, height = 0] = map.olMap.getSize() ?? [];
    const olView = map.olMap.getView();
    const inView = source.getFeaturesInExtent(olView.calculateExtent(map.olMap.getSize()), olView.getProjection()).length;
    const next = markerPx(width, height, inView);
    if (next === px) return;
    px = next;
    for (const marker of markers.values()) dress(marker);
    pictures.prune();
  }

  function collapse(): void {
    if (!fanned) return;
    const { features, profileIds } = fanned;
    fanned = undefined;
    source.removeFeatures(features);
    for (const profileId of profileIds) {
      const marker = markers.get(profileId);
      if (!marker) continue;
      marker.feature.getGeometry()?.setCoordinates(toMercator(marker.member));
      dress(marker);
    }
  }

  function spread(pile: Marker[], middle: Pixel): void {
    const [width = 0, height = 0] = map.olMap.getSize() ?? [];
    const places = fanPlaces(middle, pile.length, px, [width, height]);
    const leg = new Style({ stroke: new Stroke({ color: map.colours().areaText, width: 1 }) });
    const features = pile.map((marker, index) => {
      const at = toMercator(marker.member);
      const [x = 0, y = 0] = map.olMap.getCoordinateFromPixel(places[index] ?? middle);
      const place = [nearestWorld(x, at[0]), y];
      const line = new Feature(new LineString([at, place]));
      line.setStyle(leg);
      marker.feature.getGeometry()?.setCoordinates(place);
      return line;
    });
    source.addFeatures(features);
    fanned = { features, profileIds: new Set(pile.map((marker) => marker.member.profileId)) };
    for (const marker of pile) dress(marker);
  }

  const resolution = (): number => map.olMap.getView().getResolution() ?? 1;

  function tapped(coordinate: Coordinate, pixel: Pixel): void {
    const all = [...markers.values()];
    const centres = all.map(({ feature }) => pixelsFrom(coordinate, coordinatesOf(feature), resolution()));
    const nearest = nearestWithin(centres, [0, 0], Math.max(reachLeastPx, px / 2));
    const marker = all[nearest];
    const centre = centres[nearest];
    if (!marker || !centre) return collapse();
    if (fanned?.profileIds.has(marker.member.profileId)) return options.onOpen(marker.member.profileId);
    collapse();
    const pile = pileAt(centres, nearest, px).flatMap((index) => all[index] ?? []);
    if (pile.length === 1) return options.onOpen(marker.member.profileId);
    const zoom = map.view().zoom;
    if (pile.length > pileMost && zoom < 18) return map.flyTo(marker.member.lat, marker.member.lon, Math.min(18, zoom + 2));
    spread(pile, [pixel[0] + centre[0], pixel[1] + centre[1]]);
  }

  function isOverMarker(coordinate: Coordinate): boolean {
    const [x = 0, y = 0] = coordinate;
    const reach = (px / 2) * resolution();
    const around = source.getFeaturesInExtent([x - reach, y - reach, x + reach, y + reach], map.olMap.getView().getProjection());
    return around.some((feature) => {
      const geometry = feature.getGeometry();
      return (
        geometry instanceof Point && Math.hypot(...pixelsFrom(coordinate, geometry.getCoordinates(), resolution())) <= px / 2
      );
    });
  }

  const clicked = map.olMap.on('click', ({ coordinate, pixel: [x = 0, y = 0] }) => tapped(coordinate, [x, y]));
  const zoomed = map.olMap.getView().on('change:resolution', collapse);
  const hovered = map.olMap.on('pointermove', ({ coordinate, dragging, originalEvent }) => {
    // A finger does not hover.
    if (dragging || (originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch')) return;
    map.olMap.getTargetElement()?.classList.toggle('is-over-marker', isOverMarker(coordinate));
  });
  let seenColours = map.colours();
  const stopListening = map.onChange(() => {
    if (map.colours() !== seenColours) {
      seenColours = map.colours();
      pictures.setColours(seenColours);
      map.olMap.render();
    }
    resize();
  });

  function removeAllBut(members: MapMember[]): void {
    const here = new Set(members.map((member) => member.profileId));
    for (const [profileId, { feature }] of markers) {
      if (here.has(profileId)) continue;
      if (fanned?.profileIds.has(profileId)) collapse();
      source.removeFeature(feature);
      markers.delete(profileId);
    }
  }

  function update(marker: Marker, member: MapMember): void {
    const before = marker.member;
    marker.member = member;
    const hasMoved = before.lat !== member.lat || before.lon !== member.lon;
    if (hasMoved && !fanned?.profileIds.has(member.profileId)) marker.feature.getGeometry()?.setCoordinates(toMercator(member));
    if (before.pictureId !== member.pictureId || before.isOnline !== member.isOnline || before.name !== member.name)
      dress(marker);
  }

  return {
    setMembers(members) {
      removeAllBut(members);
      const added: Marker[] = [];
      for (const member of members) {
        const known = markers.get(member.profileId);
        if (known) {
          update(known, member);
          continue;
        }
        const marker = { member, feature: new Feature(new Point(toMercator(member))) };
        markers.set(member.profileId, marker);
        added.push(marker);
      }
      source.addFeatures(added.map((marker) => marker.feature));
      const pxBefore = px;
      resize();
      if (px === pxBefore) for (const marker of added) dress(marker);
    },
    dispose() {
      unByKey([clicked, zoomed, hovered]);
      stopListening();
      map.olMap.removeLayer(layer);
      layer.dispose();
      pictures.dispose();
    },
  };
}

const coordinatesOf = (feature: Feature<Point>): Coordinate => feature.getGeometry()?.getCoordinates() ?? [];

/** Markers further south are drawn in front. */
function southernLast(one: FeatureLike, other: FeatureLike): number {
  return northOf(other) - northOf(one);
}

function northOf(feature: FeatureLike): number {
  const geometry = feature.getGeometry();
  // The lines of a fan are drawn below every marker.
  return geometry instanceof Point ? (geometry.getFlatCoordinates()[1] ?? 0) : 1e9;
}
