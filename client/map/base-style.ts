// The styles of land, water, borders and names on the built-in base map.
import type { FeatureLike } from 'ol/Feature.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style, { type StyleFunction } from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { resolutionAtZoom0 } from './map-geometry.ts';

export const fontFamily = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** Signs of this rank are shown at all later zooms. */
const lastSignRank = 15;

export function zoomOf(resolution: number): number {
  return Math.log2(resolutionAtZoom0 / resolution);
}

/** Styles the layers below the glow of towns: `land`, `urban` and `ice`. */
export function createLandStyle(colours: MapColours): StyleFunction {
  const styles: Record<string, Style> = {
    land: new Style({ zIndex: 1, fill: new Fill({ color: colours.land }) }),
    urban: new Style({ zIndex: 2, fill: new Fill({ color: colours.town }) }),
    ice: new Style({ zIndex: 3, fill: new Fill({ color: colours.ice }) }),
  };
  return (feature) => styles[String(feature.get('layer'))];
}

/** Styles the layers `river`, `water`, `state` and `border`, the names of `area` and `place`, and `sign`. */
export function createNamesStyle(colours: MapColours): StyleFunction {
  const shapes: Record<string, Style> = {
    water: new Style({ zIndex: 0, fill: new Fill({ color: colours.water }) }),
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
  /** A text in the middle of a point's feature, or `offsetY` pixels below it. */
  const textOf = (text: string, font: string, fill: Fill, zIndex: number, offsetY?: number): Style =>
    new Style({ text: new Text({ text, font: `${font}px ${fontFamily}`, fill, stroke: halo, offsetY }), zIndex });
  const placeFill = new Fill({ color: colours.placeText });
  const areaFill = new Fill({ color: colours.areaText });
  const waterFill = new Fill({ color: colours.waterText });

  function placeStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const rank = Number(feature.get('rank'));
    if (rank > zoom + 0.5) return undefined;
    // Names grow when the map is zoomed in.
    const zoomedIn = Math.min(5, Math.max(0, zoom - rank));
    const size = Math.round(11 + zoomedIn * 1.1);
    // Whoever chose a city by its name stands on its point: the name is below their marker, and the ring around it.
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
