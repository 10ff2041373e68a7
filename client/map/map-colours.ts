// The colours of the map, light and dark: calm enough that people stand out.
export type MapTheme = 'light' | 'dark';

export type MapColours = {
  water: string;
  land: string;
  /** What land comes near to where many people live; #rrggbb. */
  crowd: string;
  border: string;
  stateLine: string;
  grid: string;
  placeText: string;
  areaText: string;
  /** Behind text, so that it can be read on anything. */
  halo: string;
  /** Rings around pictures, and what controls are made of. */
  paper: string;
  /** Text on paper. */
  ink: string;
  shadow: string;
  online: string;
  /** The brand's: the own marker, and counts. */
  accent: string;
};

const light = {
  water: '#cfdfe6',
  land: '#f6f2ea',
  crowd: '#ddd0bb',
  border: '#a79bb0',
  stateLine: '#cfc5cf',
  grid: 'rgba(70, 60, 90, 0.07)',
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
  placeText: '#b4b8c4',
  areaText: '#767c8b',
  halo: 'rgba(20, 23, 29, 0.85)',
  paper: '#39404d',
  ink: '#eceef3',
  shadow: 'rgba(0, 0, 0, 0.55)',
  online: '#4fcf86',
};

/** `accent` is the brand's colour in this theme, as CSS writes it. */
export function mapColours(theme: MapTheme, accent: string): MapColours {
  return { ...(theme === 'light' ? light : dark), accent };
}
