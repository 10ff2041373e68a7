// Shapes of the Great Lakes: the shore of the United States from packaged data, the Canadian one, which no package has, by hand.
import type { Position } from 'geojson';

/** A lake along the shore of the United States from one point to another, and canadianShore along the Canadian shore. */
type Lake = { names: LakeName[]; from: Position; to: Position; canadianShore: Position[]; islands: Position[][] };
/** Shown from zoom `rank` on. */
type LakeName = { name: string; at: Position; rank: number };

/** Points as longitude and latitude, some kilometres apart, between the towns on the shore. */
const lakes: Lake[] = [
  {
    // From Pigeon River to Sault Ste. Marie.
    names: [{ name: 'Lake Superior', at: [-87.9, 47.75], rank: 5 }],
    from: [-89.58, 48.0],
    to: [-84.38, 46.51],
    canadianShore: line(`
      -84.44 46.53, -84.6 46.53, -84.5 46.64, -84.72 46.72, -84.56 46.82, -84.46 46.91, -84.7 46.95,
      -84.79 47.03, -84.66 47.23, -84.65 47.37, -84.97 47.6, -84.91 47.79, -84.87 47.94, -85.2 47.94,
      -85.55 47.95, -85.9 48.02, -86.15 48.25, -86.38 48.62, -86.44 48.71, -86.65 48.75, -87.08 48.76,
      -87.27 48.77, -87.47 48.79, -87.68 48.69, -88.05 48.65, -88.35 48.5, -88.56 48.4, -88.42 48.58,
      -88.5 48.7, -88.6 48.6, -88.7 48.44, -88.93 48.3, -88.84 48.45, -88.73 48.57, -88.95 48.53, -89.19 48.44,
      -89.21 48.35, -89.32 48.24, -89.37 48.14, -89.5 48.05`),
    islands: [line(`-85.95 47.74, -85.85 47.8, -85.65 47.8, -85.55 47.75, -85.7 47.7, -85.9 47.7`)],
  },
  {
    // Includes Georgian Bay, from the mouth of St. Marys River to Port Huron.
    names: [
      { name: 'Lake Michigan', at: [-87.0, 43.4], rank: 5 },
      { name: 'Lake Huron', at: [-82.4, 44.8], rank: 5 },
    ],
    from: [-83.9, 45.97],
    to: [-82.42, 43.01],
    canadianShore: line(`
      -82.41 43.02, -82.17 43.09, -82.03 43.22, -81.94 43.22, -81.77 43.32, -81.71 43.56, -81.73 43.75,
      -81.73 43.9, -81.76 44.07, -81.65 44.19, -81.6 44.33, -81.4 44.44, -81.38 44.5, -81.28 44.64,
      -81.29 44.75, -81.41 45.0, -81.73 45.22, -81.66 45.27, -81.31 45.25, -81.27 45.1, -81.23 44.99,
      -80.97 44.96, -81.13 44.76, -80.94 44.82, -80.93 44.6, -80.8 44.72, -80.59 44.63, -80.44 44.58,
      -80.23 44.51, -80.08 44.49, -80.05 44.54, -80.12 44.66, -80.14 44.8, -79.98 44.86, -79.88 44.77,
      -79.73 44.8, -79.82 44.88, -80.0 45.05, -80.1 45.32, -80.27 45.3, -80.5 45.56, -80.62 45.76, -80.9 45.93,
      -81.5 45.97, -81.77 46.05, -82.34 46.17, -82.96 46.17, -83.57 46.23, -83.8 46.28, -83.79 46.12,
      -83.88 46.07`),
    islands: [
      line(`
        -83.2 45.88, -82.95 45.96, -82.6 45.93, -82.47 45.94, -82.25 45.93, -81.91 46.01, -81.88 45.9,
        -81.7 45.83, -81.57 45.8, -81.6 45.7, -81.78 45.55, -82.02 45.54, -82.27 45.65, -82.6 45.72, -82.9 45.75,
        -83.15 45.82`),
      line(`-83.86 45.96, -83.83 46.05, -83.65 46.1, -83.48 46.03, -83.52 45.94, -83.7 45.92`),
      line(`-83.45 45.93, -83.35 45.98, -83.26 45.95, -83.26 45.87, -83.38 45.85`),
    ],
  },
  {
    names: [{ name: 'Lake St. Clair', at: [-82.72, 42.47], rank: 8 }],
    from: [-82.53, 42.61],
    to: [-82.93, 42.36],
    canadianShore: line(`-82.93 42.34, -82.88 42.32, -82.71 42.3, -82.45 42.32, -82.42 42.47, -82.5 42.56`),
    islands: [],
  },
  {
    // From the mouth of Detroit River to Buffalo.
    names: [{ name: 'Lake Erie', at: [-81.2, 42.2], rank: 5 }],
    from: [-83.17, 42.04],
    to: [-78.88, 42.87],
    canadianShore: line(`
      -78.92 42.88, -79.1 42.85, -79.25 42.87, -79.45 42.86, -79.58 42.85, -80.05 42.79, -80.2 42.78,
      -80.34 42.69, -80.45 42.61, -80.46 42.58, -80.05 42.55, -80.4 42.57, -80.8 42.64, -81.21 42.66,
      -81.5 42.6, -81.62 42.55, -81.75 42.42, -81.84 42.35, -81.89 42.25, -82.02 42.27, -82.45 42.07,
      -82.49 42.0, -82.51 41.91, -82.55 42.0, -82.6 42.02, -82.74 42.03, -82.93 41.98, -83.1 42.04`),
    islands: [line(`-82.69 41.83, -82.62 41.81, -82.63 41.74, -82.69 41.73`)],
  },
  {
    // From Niagara River to the head of the Saint Lawrence.
    names: [{ name: 'Lake Ontario', at: [-77.9, 43.6], rank: 5 }],
    from: [-79.06, 43.26],
    to: [-76.37, 44.1],
    canadianShore: line(`
      -76.45 44.2, -76.55 44.2, -76.8 44.15, -76.85 44.05, -76.86 43.94, -77.03 43.89, -77.15 43.84,
      -77.35 43.93, -77.72 43.98, -78.17 43.94, -78.29 43.94, -78.67 43.88, -78.83 43.86, -78.93 43.85,
      -79.08 43.81, -79.23 43.7, -79.3 43.65, -79.38 43.63, -79.47 43.63, -79.58 43.54, -79.66 43.44,
      -79.79 43.32, -79.78 43.28, -79.7 43.23, -79.56 43.2, -79.27 43.21, -79.09 43.28`),
    islands: [],
  },
];

function line(points: string): Position[] {
  return points.split(',').map((point) => point.trim().split(' ').map(Number));
}

/** Closed rings of the lakes and of their islands. */
export type LakeShapes = { water: Position[][]; islands: Position[][]; names: LakeName[] };

/** `nation` are the polygons of the United States, which include their shore of the lakes. */
export function greatLakes(nation: Position[][][]): LakeShapes {
  const mainland = nation.map(([outer = []]) => outer).reduce((one, other) => (other.length > one.length ? other : one), []);
  const water = lakes.map(({ from, to, canadianShore }) => closed([...ringPart(mainland, from, to), ...canadianShore]));
  const ofNation = nation
    .map(([outer = []]) => outer)
    .filter((ring) => ring !== mainland && water.some((lake) => ringContains(lake, ring[0])));
  return {
    water,
    islands: [...ofNation, ...lakes.flatMap(({ islands }) => islands.map(closed))],
    names: lakes.flatMap(({ names }) => names),
  };
}

const closed = (ring: Position[]): Position[] => [...ring, ring[0] ?? []];

/** The points of a closed ring from the one nearest to `from` to the one nearest to `to`, in the order of the ring. */
function ringPart(ring: Position[], from: Position, to: Position): Position[] {
  const [first, last] = [nearest(ring, from), nearest(ring, to)];
  return first <= last ? ring.slice(first, last + 1) : [...ring.slice(first, -1), ...ring.slice(0, last + 1)];
}

function nearest(ring: Position[], [lon = 0, lat = 0]: Position): number {
  const away = ring.map(([x = 0, y = 0]) => (x - lon) ** 2 + (y - lat) ** 2);
  return away.indexOf(Math.min(...away));
}

/** Whether a ring contains a point (even-odd rule). */
export function ringContains(ring: Position[], [x = 0, y = 0]: Position = []): boolean {
  let isWithin = false;
  ring.forEach(([x2 = 0, y2 = 0], index) => {
    const [x1 = 0, y1 = 0] = ring.at(index - 1) ?? [];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isWithin = !isWithin;
  });
  return isWithin;
}
