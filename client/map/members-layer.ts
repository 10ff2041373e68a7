// Members on the map: round picture markers that move with their members, open on a tap and spread where they lie on each other.
import Feature, { type FeatureLike } from 'ol/Feature.js';
import { unByKey } from 'ol/Observable.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { type Pixel, fanPlaces, nearestWithin, pileAt } from './fan.ts';
import { toMercator } from './map-geometry.ts';
import type { MapRoom } from './map.ts';
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
  pictureUrl(pictureId: string, px: number): string;
  onOpen(profileId: string): void;
};

export type MembersLayer = {
  setMembers(members: MapMember[]): void;
  dispose(): void;
};

/** Fingers hit within this many pixels of a marker's middle, however small it is. */
const reachLeastPx = 22;

/** A larger pile is approached instead of spread. */
const pileMost = 16;

type Marker = { member: MapMember; feature: Feature<Point> };

export function createMembersLayer(room: MapRoom, options: MembersLayerOptions): MembersLayer {
  const markers = new Map<string, Marker>();
  const source = new VectorSource<Feature>();
  const layer = new VectorLayer({
    // An element of its own, above the names of the base map.
    className: 'map-members',
    source,
    zIndex: 20,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    renderBuffer: 140,
    renderOrder: southernLast,
  });
  const pictures = createMarkerPictures(room.colours(), options.pictureUrl, () => layer.changed());
  let px = 0;
  let fanned: { features: Feature[]; profileIds: Set<string> } | undefined;
  room.olMap.addLayer(layer);

  function dress({ member, feature }: Marker): void {
    const canvas = pictures.canvasFor({ ...member, px, isOwn: false });
    const image = new Icon({ img: canvas, width: canvasPx(px), height: canvasPx(px) });
    feature.setStyle(new Style({ image, zIndex: fanned?.profileIds.has(member.profileId) ? 1 : 0 }));
  }

  function resize(): void {
    const [width = 0, height = 0] = room.olMap.getSize() ?? [];
    const extent = room.olMap.getView().calculateExtent(room.olMap.getSize());
    const inView = source.getFeaturesInExtent(extent).length;
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
    const [width = 0, height = 0] = room.olMap.getSize() ?? [];
    const places = fanPlaces(middle, pile.length, px, [width, height]);
    const leg = new Style({ stroke: new Stroke({ color: room.colours().areaText, width: 1 }) });
    const features = pile.map((marker, index) => {
      const place = room.olMap.getCoordinateFromPixel(places[index] ?? middle);
      const line = new Feature(new LineString([toMercator(marker.member), place]));
      line.setStyle(leg);
      marker.feature.getGeometry()?.setCoordinates(place);
      return line;
    });
    source.addFeatures(features);
    fanned = { features, profileIds: new Set(pile.map((marker) => marker.member.profileId)) };
    for (const marker of pile) dress(marker);
  }

  function tapped(at: Pixel): void {
    const all = [...markers.values()];
    const centres = all.map(({ feature }): Pixel => pixelOf(room, feature));
    const nearest = nearestWithin(centres, at, Math.max(reachLeastPx, px / 2));
    const marker = all[nearest];
    if (!marker) return collapse();
    if (fanned?.profileIds.has(marker.member.profileId)) return options.onOpen(marker.member.profileId);
    collapse();
    const pile = pileAt(centres, nearest, px).flatMap((index) => all[index] ?? []);
    if (pile.length === 1) return options.onOpen(marker.member.profileId);
    const zoom = room.view().zoom;
    if (pile.length > pileMost && zoom < 18) return room.flyTo(marker.member.lat, marker.member.lon, Math.min(18, zoom + 2));
    spread(pile, centres[nearest] ?? at);
  }

  const clicked = room.olMap.on('click', (event) => {
    const [x = 0, y = 0] = event.pixel;
    tapped([x, y]);
  });
  const zoomed = room.olMap.getView().on('change:resolution', collapse);
  const hovered = room.olMap.on('pointermove', (event) => {
    if (event.dragging) return;
    const [x = 0, y = 0] = event.pixel;
    const centres = [...markers.values()].map(({ feature }) => pixelOf(room, feature));
    const target = room.olMap.getTargetElement();
    if (target) target.style.cursor = nearestWithin(centres, [x, y], px / 2) < 0 ? '' : 'pointer';
  });
  let seenColours = room.colours();
  const stopListening = room.onChange(() => {
    if (room.colours() !== seenColours) {
      seenColours = room.colours();
      pictures.setColours(seenColours);
      layer.changed();
    }
    resize();
  });

  return {
    setMembers(members) {
      const here = new Set(members.map((member) => member.profileId));
      for (const [profileId, { feature }] of markers) {
        if (here.has(profileId)) continue;
        if (fanned?.profileIds.has(profileId)) collapse();
        source.removeFeature(feature);
        markers.delete(profileId);
      }
      const added: Marker[] = [];
      for (const member of members) {
        const known = markers.get(member.profileId);
        if (!known) {
          const marker = { member, feature: new Feature(new Point(toMercator(member))) };
          markers.set(member.profileId, marker);
          added.push(marker);
          continue;
        }
        const before = known.member;
        known.member = member;
        const hasMoved = before.lat !== member.lat || before.lon !== member.lon;
        if (hasMoved && !fanned?.profileIds.has(member.profileId))
          known.feature.getGeometry()?.setCoordinates(toMercator(member));
        if (before.pictureId !== member.pictureId || before.isOnline !== member.isOnline || before.name !== member.name)
          dress(known);
      }
      source.addFeatures(added.map((marker) => marker.feature));
      const pxBefore = px;
      resize();
      if (px === pxBefore) for (const marker of added) dress(marker);
    },
    dispose() {
      unByKey([clicked, zoomed, hovered]);
      stopListening();
      room.olMap.removeLayer(layer);
      layer.dispose();
      pictures.dispose();
    },
  };
}

function pixelOf(room: MapRoom, feature: Feature<Point>): Pixel {
  const [x = Number.NaN, y = Number.NaN] = room.olMap.getPixelFromCoordinate(feature.getGeometry()?.getCoordinates() ?? []) ?? [];
  return [x, y];
}

/** Who is further south stands in front, as in a crowd seen from there. */
function southernLast(one: FeatureLike, other: FeatureLike): number {
  return northOf(other) - northOf(one);
}

function northOf(feature: FeatureLike): number {
  const geometry = feature.getGeometry();
  // Legs of a fan lie below every marker.
  return geometry instanceof Point ? (geometry.getFlatCoordinates()[1] ?? 0) : 1e9;
}
