// The rings around the own marker: their lengths, their lines on the globe, and which are shown at a zoom.
import { type DistanceUnits, type RoundedDistance, earthRadiusMetres, radians } from '#shared/rules/distance.ts';
import { type MapPoint, toMercator } from './map-geometry.ts';
import { metresOf } from './scale.ts';

export type Ring = RoundedDistance & { readonly metres: number };

const ring = (value: number, unit: Ring['unit']): Ring => ({ value, unit, metres: value * metresOf[unit] });
const farLengths = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Each is two to almost three times as long as the one before. The app states no shorter distances between people. */
export const ringsIn: Readonly<Record<DistanceUnits, readonly Ring[]>> = {
  miles: [...[500, 1_000, 2_000].map((feet) => ring(feet, 'ft')), ...farLengths.map((miles) => ring(miles, 'mi'))],
  metric: [...[200, 500].map((metres) => ring(metres, 'm')), ...farLengths.map((kilometres) => ring(kilometres, 'km'))],
};

/** The smallest ring has room around the own marker, the largest goes beyond the corners of a large view. */
export const isRingShown = (radiusPx: number): boolean => radiusPx > 84 && radiusPx < 900;

/** The direction of a ring's text, clockwise from north. The text is on the opposite side, too. */
const textBearing = radians(-22);
const stepsOfHalf = 60;
/** The northernmost and southernmost latitude of a ring, near the edges of the map. */
const maxLat = radians(84);

/** Two halves in web mercator metres, with the texts at their middles. Null if the ring would reach the edge of the map. */
export function ringLines(centre: MapPoint, metres: number): number[][][] | null {
  const angle = metres / earthRadiusMetres;
  if (radians(Math.abs(centre.lat)) + angle > maxLat) return null;
  return [-0.5, 0.5].map((first) =>
    Array.from({ length: stepsOfHalf + 1 }, (_, step) =>
      awayFrom(centre, angle, textBearing + (first + step / stepsOfHalf) * Math.PI),
    ),
  );
}

/** The point that is reached in the direction `bearing`. `angle` is the distance, as an angle at the centre of the earth. */
function awayFrom({ lat, lon }: MapPoint, angle: number, bearing: number): number[] {
  const from = radians(lat);
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing));
  const across = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return toMercator({ lat: to / radians(1), lon: lon + across / radians(1) });
}
