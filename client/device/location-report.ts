// The member's reported location and the device's location, for the version panel and the map.
import { createStore } from './store.ts';

export interface LocationPoint {
  readonly lat: number;
  readonly lng: number;
}

export interface LocationReport {
  readonly reported: LocationPoint | null;
  readonly device: LocationPoint | null;
}

/** Set by the location reporter. */
export const locationReport = createStore<LocationReport>({ reported: null, device: null });
