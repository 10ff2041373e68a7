// Finds the places where a member stays, from the fixes of their device, and remembers them so that each is decided only once.
import { distanceMetres, wrapLongitude, type Place } from './distance.ts';

export interface Fix extends Place {
  fixMs: number;
}

export interface RestPlace extends Place {
  /** When the place was decided, in ms since 1970. */
  sinceMs: number;
}

/** The number of fixes that decide a place. Fewer may be noise, or fixes from the way to the place. */
const restFixes = 3;
/** The fixes that decide a place are within this distance of their median. */
const restMetres = 100;
/** Later fixes within this distance belong to the place, because GPS is less exact indoors. */
const placeMetres = 300;
/** The same distance for a place that is younger than `settledMs`, where the member may only be passing. No two places are closer. */
const passedMetres = 150;
export const settledMs = 600_000;
/** A member who passes on foot stays nowhere this long. Near remembered places, a new place is published only after this time. */
export const passingMs = 150_000;
/** A place at this distance from the median of the later fixes was decided on the way to it, and is decided again. */
const misplacedMetres = 75;
const maxPlaces = 16;
/** The maximum number of stored fixes of a stay or of a way: about 3 kB per member. */
const maxFixes = 63;
/** While members move, a point this far behind them is published, so that others learn little about where they go. */
const behindMetres = 2_000;
/** The distance between the stored points of a way, and their maximum number. */
const trailMetres = 250;
const maxTrail = 16;

/** The fields contain the whole state, so that an instance can be stored as JSON. */
export class OwnPlace {
  /** The remembered places, the most recently visited first. */
  places: readonly RestPlace[];
  /** The place where the member stays now. Undefined while they are on the way, and until enough fixes agree. */
  rest: RestPlace | undefined;
  private latest: Fix | undefined;
  /** Fixes at a place that was decided less than `settledMs` ago. */
  private stay: readonly Fix[] = [];
  /** Fixes since the member left the last place. */
  private way: readonly Fix[] = [];
  /** Points of the way since the last place, oldest first, at a distance of `trailMetres`. */
  private trail: readonly Place[] = [];

  /** Starts with the places that an earlier instance remembered. */
  constructor(places: readonly RestPlace[] = []) {
    this.places = places;
  }

  /**
   * Takes one more fix. Returns the point that decides what others see: the place where the member stays, or, while they are on the
   * way, a point that they have left behind. Undefined if the fix decides nothing.
   */
  add(fix: Fix, nowMs: number): Place | undefined {
    const latest = this.latest;
    // The time of a fix only serves to recognise repeated fixes, because a device's clock may be wrong.
    if (latest && fix.fixMs === latest.fixMs && fix.lat === latest.lat && fix.lon === latest.lon) return undefined;
    this.latest = fix;
    const place = this.#placeAround(fix, nowMs);
    this.rest = place ? this.#stayAt(place, fix, nowMs) : this.#arriveWith(fix, nowMs);
    return this.rest ?? this.#leftBehind(fix);
  }

  /** Remembers a place that another instance decided, unless there is already a place nearby. */
  learn({ lat, lon }: Place): void {
    if (this.places.some((place) => distanceMetres(place, { lat, lon }) <= passedMetres)) return;
    this.places = [...this.places, { lat, lon, sinceMs: 0 }].slice(-maxPlaces);
  }

  #placeAround(fix: Place, nowMs: number): RestPlace | undefined {
    const metresTo = (place: Place): number => distanceMetres(place, fix);
    return this.places
      .filter((place) => metresTo(place) <= (nowMs - place.sinceMs < settledMs ? passedMetres : placeMetres))
      .toSorted((a, b) => metresTo(a) - metresTo(b))[0];
  }

  #stayAt(known: Place, fix: Fix, nowMs: number): RestPlace {
    const place = this.#visit(known, nowMs);
    this.way = [];
    this.trail = [];
    // Fixes at the previous place do not count for this one.
    if (place.sinceMs !== this.rest?.sinceMs) this.stay = [];
    if (this.stay.length === 0) return place;
    this.stay = [...this.stay, fix].slice(-maxFixes);
    if (nowMs - place.sinceMs < settledMs) return place;
    const median = medianOf(this.stay);
    this.stay = [];
    return distanceMetres(place, median) > misplacedMetres ? this.#visit(median, nowMs) : place;
  }

  #arriveWith(fix: Fix, nowMs: number): RestPlace | undefined {
    this.stay = [];
    this.way = [...this.way, fix].slice(-maxFixes);
    const together = this.way.filter((other) => distanceMetres(other, fix) <= restMetres);
    const median = medianOf(together);
    if (together.filter((other) => distanceMetres(median, other) <= restMetres).length < restFixes) return undefined;
    this.stay = together;
    this.way = [];
    this.trail = [];
    return this.#visit(median, nowMs);
  }

  #leftBehind(fix: Fix): Place | undefined {
    const last = this.trail.at(-1);
    if (!last || distanceMetres(last, fix) >= trailMetres) this.trail = [...this.trail, fix].slice(-maxTrail);
    return this.trail.findLast((earlier) => distanceMetres(earlier, fix) >= behindMetres);
  }

  /** Forgets the previous place if the member only passed it, and places that are too close to this one. */
  #visit({ lat, lon }: Place, nowMs: number): RestPlace {
    const [last] = this.places;
    const visited = this.places.find((place) => place.lat === lat && place.lon === lon) ?? { lat, lon, sinceMs: nowMs };
    if (visited === last) return visited;
    const others = this.places.filter(
      (place) => (place !== last || nowMs - place.sinceMs >= settledMs) && distanceMetres(place, visited) > passedMetres,
    );
    this.places = [visited, ...others].slice(0, maxPlaces);
    return visited;
  }
}

/** Component-wise median. Longitudes are relative to the newest fix, so that places at the antimeridian stay together. */
function medianOf(fixes: readonly Place[]): Place {
  const turn = fixes.at(-1)?.lon ?? 0;
  const relative = fixes.map(({ lon }) => wrapLongitude(lon - turn));
  return { lat: middle(fixes.map((fix) => fix.lat)), lon: turn + middle(relative) };
}

function middle(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number): number => sorted[place >> 1] ?? Number.NaN;
  return (at(sorted.length - 1) + at(sorted.length)) / 2;
}
