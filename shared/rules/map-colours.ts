// The map's colours in the light and the dark theme, tinted with the brand's hue, and muted so that people stand out.
import { tinted } from './tint.ts';

export type MapTheme = 'light' | 'dark';

export type MapColours = {
  water: string;
  land: string;
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
  water: '#a8d3ea',
  land: '#dfe8d3',
  border: '#9a8ea6',
  stateLine: '#bcb8bd',
  town: '#f0ece3',
  ice: '#fafcfd',
  river: '#86bfdf',
  green: '#cbe2ba',
  building: '#e8e1d6',
  road: '#ffffff',
  mainRoad: '#fbe6bf',
  roadEdge: '#dcd1c0',
  rail: '#c3b9c4',
  waterText: '#1f4559',
  rasterFilter: 'saturate(0.75)',
  placeText: '#433c4a',
  areaText: '#584e60',
  halo: '#fcfaf6',
  paper: '#ffffff',
  ring: '#ffffff',
  ink: '#2b2630',
  shadow: 'rgba(40, 30, 50, 0.28)',
  online: '#009c3c',
};

const dark = {
  water: '#0e2136',
  land: '#1d2b2b',
  border: '#73757d',
  stateLine: '#4b5055',
  town: '#2b323e',
  ice: '#3b4046',
  river: '#2a5272',
  green: '#21382a',
  building: '#363c47',
  road: '#454c59',
  mainRoad: '#565659',
  roadEdge: '#20242a',
  rail: '#484b4f',
  waterText: '#a8c8dc',
  // Inverts the lightness but keeps the hues.
  rasterFilter: 'invert(1) hue-rotate(180deg) saturate(0.6) brightness(0.85) contrast(0.85)',
  placeText: '#d0d1d4',
  areaText: '#b0b2b8',
  halo: '#191c20',
  paper: '#2b2e34',
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
