// The styles of land, water, borders and names on the built-in base map.
import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';

export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** From this zoom on, there is already room for the names of the next zoom level. */
const closeZoom = 10.5;

/** Capitals, towns of at least 25,000 people (8,000 for the seat of a region), and all but small areas have a rank up to this. */
const lastLargeRank = 9;

/** Signs to towns that have this rank are shown at all higher zooms. */
const lastSignRank = 15;

export function zoomOf(resolution: number): number {
  return Math.log2(resolutionAtZoom0 / resolution);
}

/** The styles of three layers with the same tiles. The layer `urban` is painted above the lowest of them. */
export function createBaseStyles(colours: MapColours): { land: StyleFunction; details: StyleFunction; names: StyleFunction } {
  const land = new Style({ fill: new Fill({ color: colours.land }) });
  const styleOf = createDetailsStyle(colours);
  return {
    land: (feature) => (feature.get('layer') === 'land' ? land : undefined),
    details: (feature, resolution) => (isLargeName(feature) ? undefined : styleOf(feature, resolution)),
    names: (feature, resolution) => (isLargeName(feature) ? styleOf(feature, resolution) : undefined),
  };
}

/** Within a layer, the order of tiles decides which name is left out, so the most important names have a layer of their own. */
const isLargeName = (feature: FeatureLike): boolean => feature.get('name') && feature.get('rank') <= lastLargeRank;

/** Styles everything above the land and the towns: coasts, ice, rivers, lakes, borders, names and signs. */
export function createDetailsStyle(colours: MapColours): StyleFunction {
  const shore = new Stroke({ color: colours.river, width: 1.2 });
  const shapes: Record<string, Style> = {
    ice: new Style({ zIndex: -3, fill: new Fill({ color: colours.ice }) }),
    land: new Style({ zIndex: -2, stroke: shore }),
    water: new Style({ zIndex: 0, fill: new Fill({ color: colours.water }), stroke: shore }),
    state: new Style({ zIndex: 1, stroke: new Stroke({ color: colours.stateLine, width: 1, lineDash: [4, 3] }) }),
    border: new Style({ zIndex: 2, stroke: new Stroke({ color: colours.border, width: 1.2 }) }),
  };
  // Rivers are below the lakes that they flow through. Widths are in half pixels, so that rivers share a few styles.
  const rivers = Array.from(
    { length: 8 },
    (_, halves) =>
      new Style({
        zIndex: -1,
        stroke: new Stroke({ color: colours.river, width: halves / 2, lineCap: 'round', lineJoin: 'round' }),
      }),
  );
  const halo = new Stroke({ color: colours.halo, width: 3 });
  const padding = [3, 6, 3, 6];
  /** A text centred on a point, or `offsetY` pixels below it. */
  const textOf = (text: string, font: string, fill: Fill, zIndex: number, offsetY?: number): Style =>
    new Style({ text: new Text({ text, font: `${font}px ${fontFamily}`, fill, stroke: halo, padding, offsetY }), zIndex });
  const placeFill = new Fill({ color: colours.placeText });
  const areaFill = new Fill({ color: colours.areaText });
  const waterFill = new Fill({ color: colours.waterText });

  function placeStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const rank = Number(feature.get('rank'));
    if (rank > zoom + (zoom < closeZoom ? 0.5 : 1.5)) return undefined;
    // Names grow when the map is zoomed in, those of large places to a larger size.
    const zoomedIn = Math.min(5, Math.max(0, zoom - rank));
    // Quarters have small capitals, as on atlases, so that they are not taken for towns.
    if (feature.get('part') === true) {
      const size = Math.round(10 + zoomedIn * 0.5);
      return textOf(spacedCapitals(String(feature.get('name'))), `600 ${size}`, placeFill, 100 - rank);
    }
    const size = Math.round(Math.min(11 + zoomedIn * 1.4, Math.max(12, 21 - rank * 0.8)));
    // A member who chose a city by its name is at its point. When the map is zoomed in, the name moves down from under their marker.
    return textOf(String(feature.get('name')), `${rank <= 7 ? 600 : 500} ${size}`, placeFill, 100 - rank, zoomedIn * 13);
  }

  function areaStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const rank = Number(feature.get('rank'));
    const zoomedIn = zoom - rank;
    if (zoomedIn < -0.2 || zoomedIn > 3.5) return undefined;
    const isCountry = feature.get('kind') === 'country';
    const isLake = feature.get('kind') === 'lake';
    const size = Math.round(Math.min(15, (isCountry ? 11 : 10) + Math.max(0, zoomedIn) * 1.3));
    const name = String(feature.get('name'));
    if (isLake) return textOf(name, `italic 500 ${size + 1}`, waterFill, 90);
    return textOf(spacedCapitals(name), `600 ${size}`, areaFill, isCountry ? 110 : 90);
  }

  function signStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const isShown = Number(feature.get('rank')) === Math.min(Math.floor(zoom + 0.1), lastSignRank);
    return isShown ? textOf(String(feature.get('name')), 'italic 500 12', areaFill, 0) : undefined;
  }

  function riverStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const width = 0.7 + 0.35 * (zoom - Number(feature.get('rank')));
    return rivers[Math.max(1, Math.min(7, Math.round(2 * width)))];
  }

  const styles: Record<string, (feature: FeatureLike, zoom: number) => Style | undefined> = {
    river: riverStyle,
    place: placeStyle,
    area: areaStyle,
    sign: signStyle,
  };
  return (feature, resolution) => {
    const layer = String(feature.get('layer'));
    return shapes[layer] ?? styles[layer]?.(feature, zoomOf(resolution));
  };
}

/** Capitals with wide spacing, as in atlases. */
export function spacedCapitals(name: string): string {
  return [...name.toUpperCase()].join('\u200a');
}
