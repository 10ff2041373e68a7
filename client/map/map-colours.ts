// The map's colours in the light and the dark theme, muted so that people stand out.
export type MapTheme = 'light' | 'dark';

export type MapColours = {
  water: string;
  land: string;
  /** Populated areas, as #rrggbb. */
  crowd: string;
  border: string;
  stateLine: string;
  grid: string;
  /** The dots of the grid, on land. */
  dots: string;
  /** From here to `rail`: only for maps with streets. */
  town: string;
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
  /** Rings around pictures, and backgrounds of controls. */
  paper: string;
  /** Text on `paper`. */
  ink: string;
  shadow: string;
  online: string;
  /** The brand's colour, for the own marker and counts. */
  accent: string;
};

const light = {
  water: '#cfdfe6',
  land: '#f6f2ea',
  crowd: '#ddd0bb',
  border: '#a79bb0',
  stateLine: '#cfc5cf',
  grid: 'rgba(70, 60, 90, 0.07)',
  dots: 'rgba(70, 55, 80, 0.16)',
  town: '#efe9de',
  green: '#dfe8d3',
  building: '#e6ddcf',
  road: '#ffffff',
  mainRoad: '#fbe6bf',
  roadEdge: '#dcd1c0',
  rail: '#c3b9c4',
  waterText: '#55788a',
  rasterFilter: 'saturate(0.75)',
  placeText: '#4d4653',
  areaText: '#8a7f93',
  halo: 'rgba(250, 247, 241, 0.85)',
  paper: '#ffffff',
  ink: '#2b2630',
  shadow: 'rgba(40, 30, 50, 0.28)',
  online: '#1f9d57',
};

const dark = {
  water: '#0e141b',
  land: '#1c2027',
  crowd: '#3a4251',
  border: '#5a6070',
  stateLine: '#363c48',
  grid: 'rgba(200, 210, 235, 0.06)',
  dots: 'rgba(200, 210, 235, 0.13)',
  town: '#20252d',
  green: '#1d2a26',
  building: '#282e38',
  road: '#343b47',
  mainRoad: '#4a4a4c',
  roadEdge: '#171a20',
  rail: '#3b414d',
  waterText: '#5f7f95',
  // Inverts the lightness but keeps the hues.
  rasterFilter: 'invert(1) hue-rotate(180deg) saturate(0.6) brightness(0.85) contrast(0.85)',
  placeText: '#b4b8c4',
  areaText: '#767c8b',
  halo: 'rgba(20, 23, 29, 0.85)',
  paper: '#39404d',
  ink: '#eceef3',
  shadow: 'rgba(0, 0, 0, 0.55)',
  online: '#4fcf86',
};

/** `accent` is a CSS colour: the brand's accent in this theme. */
export function mapColours(theme: MapTheme, accent: string): MapColours {
  return { ...(theme === 'light' ? light : dark), accent };
}
