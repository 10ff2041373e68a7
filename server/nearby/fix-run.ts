// The GPS fixes of one member since he arrived where he is, and their running median once he is at rest there.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';

export interface Fix extends Place {
  fixMs: number;
}

/** Fixes within this of the median are of one place: well above the noise of a phone's GPS, well below a cell. */
const restMetres = 100;
/** So many fixes at one place make a rest. */
const restFixes = 3;
/** Fixes kept of a rest, the newest: over five hours at one in 300 s, and at most 1.5 kB a member. */
const mostFixes = 63;
/** Fixes kept of somebody on the way. */
const mostAwayFixes = 8;

export class FixRun {
  /** The newest fix that was taken in. */
  latest: Fix | undefined;
  #rest: Fix[] = [];
  #median: Place | undefined;
  /** Fixes since the last rest was left: one that lies far off may be noise, three together are the next rest. */
  #away: Fix[] = [];

  /** Takes a fix in. The very fix of before, reported again, does not count again; a device's clock may be wrong, so it decides nothing. */
  add(fix: Fix): void {
    const { latest } = this;
    if (latest && fix.fixMs === latest.fixMs && fix.lat === latest.lat && fix.lon === latest.lon) return;
    this.latest = fix;
    if (this.#median && distanceMetres(this.#median, fix) <= restMetres) this.#stay(fix);
    else this.#leave(fix);
  }

  /** The median place of the rest, component by component; undefined while on the way. */
  median(): Place | undefined {
    return this.#away.length === 0 ? this.#median : undefined;
  }

  #stay(fix: Fix): void {
    this.#away = [];
    this.#rest.push(fix);
    if (this.#rest.length > mostFixes) this.#rest.shift();
    this.#median = medianOf(this.#rest);
  }

  #leave(fix: Fix): void {
    this.#away.push(fix);
    if (this.#away.length > mostAwayFixes) this.#away.shift();
    const together = this.#away.filter((other) => distanceMetres(other, fix) <= restMetres);
    const median = medianOf(together);
    if (together.filter((other) => distanceMetres(median, other) <= restMetres).length < restFixes) return;
    this.#rest = together;
    this.#median = median;
    this.#away = [];
  }
}

/** Component-wise median. Longitudes are compared relative to the newest, so that the antimeridian does not tear a place apart. */
function medianOf(fixes: readonly Fix[]): Place {
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
