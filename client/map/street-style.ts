// The styles of base maps with streets. They are muted, so that people stand out.
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { fontFamily, spacedCapitals, zoomOf } from './base-style.ts';
import type { MapColours } from '#shared/rules/map-colours.ts';
import {
  placeClasses,
  roadClasses,
  type PlaceClass,
  type RoadClass,
  type FeatureReader,
  type Shape,
  type StreetFeature,
} from './street-features.ts';

/** Widths in pixels at zoom 13, and the zoom from which a road is shown. */
const roads: Record<RoadClass, { width: number; from: number }> = {
  motorway: { width: 4.2, from: 5 },
  main: { width: 3.2, from: 8 },
  middle: { width: 2.2, from: 10.5 },
  small: { width: 1.1, from: 12.5 },
  path: { width: 0.6, from: 14.5 },
};
/** The factor by which a road gets wider with each zoom level. */
const widthGrowth = 1.42;
const maxWidth = 26;
const minZoom = { casings: 12, roadNames: 14.5, buildings: 14 };

const places: Record<PlaceClass, { from: number; to: number; size: number; weight: number }> = {
  country: { from: 0, to: 7, size: 12, weight: 600 },
  state: { from: 4, to: 8, size: 11, weight: 600 },
  city: { from: 3, to: 15, size: 14, weight: 600 },
  town: { from: 8, to: 17, size: 13, weight: 600 },
  village: { from: 10.5, to: 18, size: 12, weight: 500 },
  quarter: { from: 11, to: 17, size: 12, weight: 500 },
  neighbourhood: { from: 13, to: 19, size: 11, weight: 500 },
};

/** The z-indexes, the bottom one first. */
const order = {
  town: 1,
  green: 2,
  water: 3,
  stream: 4,
  building: 5,
  rail: 6,
  casing: 10,
  road: 20,
  state: 30,
  border: 31,
  names: 100,
};

export function createStreetStyle(read: FeatureReader, colours: MapColours): StyleFunction {
  const styles = new Map<string, Style>();
  /** Equal keys give the same style, because tiles have thousands of features but only a few different styles. */
  function cached(key: string, make: () => Style): Style {
    const style = styles.get(key) ?? make();
    styles.set(key, style);
    return style;
  }
  const area = (color: string, zIndex: number) => cached(`area ${color}`, () => new Style({ zIndex, fill: new Fill({ color }) }));
  const line = (color: string, width: number, zIndex: number, lineDash?: number[]) =>
    cached(
      `line ${color} ${width} ${zIndex}`,
      () =>
        new Style({
          zIndex,
          stroke: new Stroke({ color, width, lineDash, lineCap: lineDash ? 'butt' : 'round', lineJoin: 'round' }),
        }),
    );
  const halo = new Stroke({ color: colours.halo, width: 3 });
  const label = (text: string, font: string, color: string, zIndex: number, isAlongLine = false) =>
    new Style({
      zIndex,
      text: new Text({
        text,
        font: `${font} ${fontFamily}`,
        fill: new Fill({ color }),
        stroke: halo,
        ...(isAlongLine && { placement: 'line', maxAngle: 0.5 }),
      }),
    });

  function roadStyles(road: RoadClass, name: string, zoom: number): Style[] {
    const { width, from } = roads[road];
    if (zoom < from) return [];
    const px = Math.min(maxWidth, Math.round(4 * Math.max(0.5, width * widthGrowth ** (zoom - 13))) / 4);
    const above = roadClasses.length - roadClasses.indexOf(road);
    const color = road === 'motorway' || road === 'main' ? colours.mainRoad : colours.road;
    if (road === 'path') return [line(color, px, order.road, [3, 2])];
    const drawn = [line(color, px, order.road + above)];
    if (zoom >= minZoom.casings) drawn.unshift(line(colours.roadEdge, px + 1.5, order.casing + above));
    if (name !== '' && zoom >= minZoom.roadNames) drawn.push(roadName(name, zoom));
    return drawn;
  }

  const roadName = (name: string, zoom: number) =>
    label(name, `500 ${zoom >= 16 ? 12 : 11}px`, colours.placeText, order.names - 10, true);

  function placeStyle(place: PlaceClass, name: string, rank: number, zoom: number): Style[] {
    const { from, to, size, weight } = places[place];
    // At low zooms only large cities have a name. The largest have rank 1.
    const first = place === 'city' ? Math.max(from, Math.min(8, from + rank / 2.5)) : from;
    if (zoom < first || zoom > to) return [];
    const isArea = place === 'country' || place === 'state';
    const px = Math.round(size + Math.min(4, Math.max(0, (zoom - first) * 0.7)));
    const zIndex = order.names + 10 * (placeClasses.length - placeClasses.indexOf(place)) - Math.min(9, rank / 3);
    return [
      label(isArea ? spacedCapitals(name) : name, `${weight} ${px}px`, isArea ? colours.areaText : colours.placeText, zIndex),
    ];
  }

  /** The styles of features without a name. */
  const shapeStyles: Readonly<Record<UnnamedFeature, (zoom: number) => Style | undefined>> = {
    land: () => area(colours.land, 0),
    town: (zoom) => (zoom < 8 ? undefined : area(colours.town, order.town)),
    green: () => area(colours.green, order.green),
    water: () => area(colours.water, order.water),
    stream: (zoom) => (zoom < 9 ? undefined : line(colours.water, zoom < 13 ? 1 : 2, order.stream)),
    building: (zoom) => (zoom < minZoom.buildings ? undefined : area(colours.building, order.building)),
    rail: (zoom) => (zoom < 11 ? undefined : line(colours.rail, 1, order.rail, [6, 3])),
    'state line': (zoom) => (zoom < 4 ? undefined : line(colours.stateLine, 1, order.state, [4, 3])),
    border: () => line(colours.border, 1.2, order.border),
  };

  return (feature, resolution) => {
    const zoom = zoomOf(resolution);
    const shape = shapeOf(feature.getGeometry()?.getType() ?? '');
    const item = read(String(feature.get('layer')), (name) => feature.get(name), shape);
    if (item === null) return undefined;
    switch (item.type) {
      case 'road':
        return roadStyles(item.road, item.name, zoom);
      case 'road name':
        return item.name !== '' && zoom >= minZoom.roadNames ? roadName(item.name, zoom) : undefined;
      case 'place':
        return placeStyle(item.place, item.name, item.rank, zoom);
      case 'water name':
        return label(item.name, 'italic 500 11px', colours.waterText, order.names);
      default:
        return shapeStyles[item.type](zoom);
    }
  };
}

type UnnamedFeature = Exclude<StreetFeature, { name: string }>['type'];

const shapeOf = (type: string): Shape => (/Point/.test(type) ? 'Point' : /Line/.test(type) ? 'LineString' : 'Polygon');
