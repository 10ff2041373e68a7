// Styles for base maps with streets, as calm as the built-in one, so that people stand out.
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { fontFamily, spaced, zoomOf } from './base-style.ts';
import type { MapColours } from './map-colours.ts';
import { placeClasses, roadClasses, type PlaceClass, type RoadClass, type Shape, type FeatureReader } from './street-features.ts';

/** Width in pixels at zoom 13, and the first zoom that shows the road. */
const roads: Record<RoadClass, { width: number; from: number }> = {
  motorway: { width: 4.2, from: 5 },
  main: { width: 3.2, from: 8 },
  middle: { width: 2.2, from: 10.5 },
  small: { width: 1.1, from: 12.5 },
  path: { width: 0.6, from: 14.5 },
};
/** Factor of width per zoom level. */
const growth = 1.42;
const widthMost = 26;
const casedFrom = 12;
const namedFrom = 14.5;
const buildingsFrom = 14;

const places: Record<PlaceClass, { from: number; to: number; size: number; weight: number }> = {
  country: { from: 0, to: 7, size: 12, weight: 600 },
  state: { from: 4, to: 8, size: 11, weight: 600 },
  city: { from: 3, to: 15, size: 14, weight: 600 },
  town: { from: 8, to: 17, size: 13, weight: 600 },
  village: { from: 10.5, to: 18, size: 12, weight: 500 },
  quarter: { from: 11, to: 17, size: 12, weight: 500 },
  neighbourhood: { from: 13, to: 19, size: 11, weight: 500 },
};

/** z-indexes, from the bottom up; names are above all else. */
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
  /** Tiles have thousands of features and few styles. */
  function once(key: string, make: () => Style): Style {
    const style = styles.get(key) ?? make();
    styles.set(key, style);
    return style;
  }
  const area = (color: string, zIndex: number) => once(`area ${color}`, () => new Style({ zIndex, fill: new Fill({ color }) }));
  const line = (color: string, width: number, zIndex: number, lineDash?: number[]) =>
    once(
      `line ${color} ${width} ${zIndex}`,
      () =>
        new Style({
          zIndex,
          stroke: new Stroke({ color, width, lineDash, lineCap: lineDash ? 'butt' : 'round', lineJoin: 'round' }),
        }),
    );
  const halo = new Stroke({ color: colours.halo, width: 3 });
  const words = (text: string, font: string, color: string, zIndex: number, isAlongLine = false) =>
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
    const px = Math.min(widthMost, Math.round(4 * Math.max(0.5, width * growth ** (zoom - 13))) / 4);
    const above = roadClasses.length - roadClasses.indexOf(road);
    const color = road === 'motorway' || road === 'main' ? colours.mainRoad : colours.road;
    if (road === 'path') return [line(color, px, order.road, [3, 2])];
    const drawn = [line(color, px, order.road + above)];
    if (zoom >= casedFrom) drawn.unshift(line(colours.roadEdge, px + 1.5, order.casing + above));
    if (name !== '' && zoom >= namedFrom) drawn.push(roadName(name, zoom));
    return drawn;
  }

  const roadName = (name: string, zoom: number) =>
    words(name, `500 ${zoom >= 16 ? 12 : 11}px`, colours.placeText, order.names - 10, true);

  function placeStyle(place: PlaceClass, name: string, rank: number, zoom: number): Style[] {
    const { from, to, size, weight } = places[place];
    // At low zooms only large cities are named: rank 1 is the largest.
    const first = place === 'city' ? Math.max(from, Math.min(8, from + rank / 2.5)) : from;
    if (zoom < first || zoom > to) return [];
    const isArea = place === 'country' || place === 'state';
    const px = Math.round(size + Math.min(4, Math.max(0, (zoom - first) * 0.7)));
    const zIndex = order.names + 10 * (placeClasses.length - placeClasses.indexOf(place)) - Math.min(9, rank / 3);
    return [words(isArea ? spaced(name) : name, `${weight} ${px}px`, isArea ? colours.areaText : colours.placeText, zIndex)];
  }

  return (feature, resolution) => {
    const zoom = zoomOf(resolution);
    const shape = shapeOf(feature.getGeometry()?.getType() ?? '');
    const item = read(String(feature.get('layer')), (name) => feature.get(name), shape);
    switch (item?.type) {
      case 'land':
        return area(colours.land, 0);
      case 'town':
        return zoom < 8 ? undefined : area(colours.town, order.town);
      case 'green':
        return area(colours.green, order.green);
      case 'water':
        return area(colours.water, order.water);
      case 'stream':
        return zoom < 9 ? undefined : line(colours.water, zoom < 13 ? 1 : 2, order.stream);
      case 'building':
        return zoom < buildingsFrom ? undefined : area(colours.building, order.building);
      case 'rail':
        return zoom < 11 ? undefined : line(colours.rail, 1, order.rail, [6, 3]);
      case 'state line':
        return zoom < 4 ? undefined : line(colours.stateLine, 1, order.state, [4, 3]);
      case 'border':
        return line(colours.border, 1.2, order.border);
      case 'road':
        return roadStyles(item.road, item.name, zoom);
      case 'road name':
        return item.name !== '' && zoom >= namedFrom ? roadName(item.name, zoom) : undefined;
      case 'place':
        return placeStyle(item.place, item.name, item.rank, zoom);
      case 'water name':
        return words(item.name, 'italic 500 11px', colours.waterText, order.names);
      case undefined:
        return undefined;
    }
  };
}

const shapeOf = (type: string): Shape => (/Point/.test(type) ? 'Point' : /Line/.test(type) ? 'LineString' : 'Polygon');
