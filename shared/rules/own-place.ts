// Finds the place where a member rests from the fixes of their device, and remembers such places so that each is decided once.
import { distanceMetres, type Place } from './distance.ts';

export interface Fix extends Place {
  fixMs: number;
}

export interface RestPlace extends Place {
  /** When the place was decided, in ms since 1970. */
  sinceMs: number;
}

/** Number of fixes that decide a place; fewer may be noise, or on the way there. */
const restFixes = 3;
/** These fixes are within this distance of their median. */
const restMetres = 100;
/** Later fixes this close belong to the place, also with the noise of GPS indoors. */
const placeMetres = 300;
/** The same for a place younger than `settledMs`, which a member may only be passing. Two places are never closer. */
const passedMetres = 150;
export const settledMs = 600_000;
/** A member passing on foot stays nowhere for this long; near remembered places, a new place is published only after it. */
export const passingMs = 150_000;
/** A place this far from the median of the stay was decided on the way there. */
const misplacedMetres = 75;
const maxPlaces = 16;
/** Newest fixes kept of a stay or of a way, at most 3 kB per member. */
const maxFixes = 63;
/** While members move, a point this far behind them is published, so that it discloses little about their destination. */
const behindMetres = 2_000;
/** The distance between the stored points of a way, and their maximum number. */
const trailMetres = 250;
const maxTrail = 16;

export class OwnPlace {
  #places: readonly RestPlace[];
  #rest: RestPlace | undefined;
  #latest: Fix | undefined;
  /** Fixes at a place that was decided less than `settledMs` ago. */
  #stay: Fix[] = [];
  /** Fixes since the last place. */
  #way: Fix[] = [];
  /** Points of the way since the last place, oldest first. */
  #trail: Place[] = [];

  /** `places` are those of an earlier instance. */
  constructor(places: readonly RestPlace[] = []) {
    this.#places = places;
  }

  /** Where the member rests now; undefined on the way, and until enough fixes agree. */
  get rest(): RestPlace | undefined {
    return this.#rest;
  }

  /** The remembered places, the last visited first. */
  get places(): readonly RestPlace[] {
    return this.#places;
  }

  /**
   * The point that decides what others see after one more fix: the place where the member rests, or on the way a fix that they have
   * left behind. Undefined when this fix decides nothing: a single fix only shows that the member is at a remembered place.
   */
  add(fix: Fix, nowMs: number): Place | undefined {
    const latest = this.#latest;
    // The time of a fix is not used otherwise, since a device's clock may be wrong.
    if (latest && fix.fixMs === latest.fixMs && fix.lat === latest.lat && fix.lon === latest.lon) return undefined;
    this.#latest = fix;
    const place = this.#placeAround(fix, nowMs);
    this.#rest = place ? this.#stayAt(place, fix, nowMs) : this.#arriveWith(fix, nowMs);
    return this.#rest ?? this.#leftBehind(fix);
  }

  /** Remembers a place that another instance decided, unless one is remembered there. */
  learn({ lat, lon }: Place): void {
    if (this.#places.some((place) => distanceMetres(place, { lat, lon }) <= passedMetres)) return;
    this.#places = [...this.#places, { lat, lon, sinceMs: 0 }].slice(-maxPlaces);
  }

  #placeAround(fix: Place, nowMs: number): RestPlace | undefined {
    return this.#places
      .map((place) => ({ place, metres: distanceMetres(place, fix) }))
      .filter(({ place, metres }) => metres <= (nowMs - place.sinceMs < settledMs ? passedMetres : placeMetres))
      .toSorted((a, b) => a.metres - b.metres)[0]?.place;
  }

  #stayAt(known: Place, fix: Fix, nowMs: number): RestPlace {
    const place = this.#visit(known, nowMs);
    this.#way = [];
    this.#trail = [];
    if (this.#stay.length > 0) this.#stay = [...this.#stay, fix].slice(-maxFixes);
    if (this.#stay.length === 0 || nowMs - place.sinceMs < settledMs) return place;
    const median = medianOf(this.#stay);
    this.#stay = [];
    return distanceMetres(place, median) > misplacedMetres ? this.#visit(median, nowMs) : place;
  }

  #arriveWith(fix: Fix, nowMs: number): RestPlace | undefined {
    this.#stay = [];
    this.#way = [...this.#way, fix].slice(-maxFixes);
    const together = this.#way.filter((other) => distanceMetres(other, fix) <= restMetres);
    const median = medianOf(together);
    if (together.filter((other) => distanceMetres(median, other) <= restMetres).length < restFixes) return undefined;
    this.#stay = together;
    this.#way = [];
    this.#trail = [];
    return this.#visit(median, nowMs);
  }

  #leftBehind(fix: Fix): Place | undefined {
    const last = this.#trail.at(-1);
    if (!last || distanceMetres(last, fix) >= trailMetres) this.#trail = [...this.#trail, fix].slice(-maxTrail);
    return this.#trail.findLast((earlier) => distanceMetres(earlier, fix) >= behindMetres);
  }

  /** Forgets the place before this one if it was only passed, and what is too close to be another place. */
  #visit({ lat, lon }: Place, nowMs: number): RestPlace {
    const [last] = this.#places;
    const visited = this.#places.find((place) => place.lat === lat && place.lon === lon) ?? { lat, lon, sinceMs: nowMs };
    if (visited === last) return visited;
    const others = this.#places.filter(
      (place) => (place !== last || nowMs - place.sinceMs >= settledMs) && distanceMetres(place, visited) > passedMetres,
    );
    this.#places = [visited, ...others].slice(0, maxPlaces);
    return visited;
  }
}

/** Component-wise median. Longitudes are relative to the newest fix, so that places at the antimeridian stay together. */
function medianOf(fixes: readonly Place[]): Place {
  const turn = fixes.at(-1)?.lon ?? 0;
  const relative = fixes.map((fix) => ((((fix.lon - turn + 180) % 360) + 360) % 360) - 180);
  return { lat: middle(fixes.map((fix) => fix.lat)), lon: turn + middle(relative) };
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
