// The map's colours in the light and the dark theme, tinted with the brand's hue, and muted so that people stand out.
import { tinted } from './tint.ts';

export type MapTheme = 'light' | 'dark';

export type MapColours = {
  water: string;
  land: string;
  /** Built-up areas, as #rrggbb. */
  crowd: string;
  border: string;
  stateLine: string;
  /** Towns as areas. */
  town: string;
  ice: string;
  river: string;
  /** The colours from here to `rail` are used only by maps with streets. */
  green: string;
  building: string;
  road: string;
  mainRoad: string;
  roadEdge: string;
  rail: string;
  waterText: string;
  /** A CSS filter for raster tiles. */
  rasterFilter: string;
  placeText: string;
  areaText: string;
  /** Outlines of texts, for contrast. */
  halo: string;
  /** Behind the faces of a pile, and behind counts. */
  paper: string;
  /** Around faces and piles. */
  ring: string;
  /** Text on `paper`. */
  ink: string;
  shadow: string;
  /** The same as that of the dot on pictures of the page. */
  online: string;
  /** The brand's colour as #rrggbb, for the own marker and counts. */
  accent: string;
};

const light = {
  water: '#bfd9e8',
  land: '#f5f4ea',
  crowd: '#dac7a3',
  border: '#a79bb0',
  stateLine: '#cfc5cf',
  town: '#ebe0cc',
  ice: '#fcfcfd',
  river: '#98c0d8',
  green: '#dfe8d3',
  building: '#e6ddcf',
  road: '#ffffff',
  mainRoad: '#fbe6bf',
  roadEdge: '#dcd1c0',
  rail: '#c3b9c4',
  waterText: '#2b4b5d',
  rasterFilter: 'saturate(0.75)',
  placeText: '#4d4653',
  areaText: '#61566b',
  halo: '#faf7f1',
  paper: '#ffffff',
  ring: '#ffffff',
  ink: '#2b2630',
  shadow: 'rgba(40, 30, 50, 0.28)',
  online: '#009c3c',
};

const dark = {
  water: '#101d29',
  land: '#27292c',
  crowd: '#5c5650',
  border: '#68696d',
  stateLine: '#43464a',
  town: '#343537',
  ice: '#383a3d',
  river: '#2d4c64',
  green: '#22312a',
  building: '#34373a',
  road: '#424549',
  mainRoad: '#535354',
  roadEdge: '#1f2022',
  rail: '#484b4f',
  waterText: '#a8c8dc',
  // Inverts the lightness but keeps the hues.
  rasterFilter: 'invert(1) hue-rotate(180deg) saturate(0.6) brightness(0.85) contrast(0.85)',
  placeText: '#d0d1d4',
  areaText: '#a9aaae',
  halo: '#1b1c1e',
  paper: '#3a3c3f',
  ring: '#d2d3d6',
  ink: '#edeeef',
  shadow: 'rgba(0, 0, 0, 0.55)',
  online: '#45d971',
};

/** The share of the brand's hue in a colour. */
const brandShare = 0.12;

const brandTinted = [
  ...([
    'water',
    'land',
    'crowd',
    'border',
    'stateLine',
    'town',
    'ice',
    'river',
    'building',
    'road',
    'mainRoad',
    'roadEdge',
    'rail',
  ] as const),
  ...(['waterText', 'placeText', 'areaText', 'halo', 'paper', 'ring'] as const),
];

/** `accent` is the brand's accent in this theme as #rrggbb. */
export function mapColours(theme: MapTheme, accent: string): MapColours {
  const colours = { ...(theme === 'light' ? light : dark), accent };
  for (const name of brandTinted) colours[name] = tinted(colours[name], accent, brandShare);
  return { ...colours, halo: `${colours.halo}d9` };
}
