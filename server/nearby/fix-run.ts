// The GPS fixes of one member at their current place, and their running median once they are at rest.
import { distanceMetres, type Place } from '#shared/rules/distance.ts';

export interface Fix extends Place {
  fixMs: number;
}

/** Fixes within this distance of the median belong to one place: well above GPS noise, well below a cell. */
const restMetres = 100;
/** Number of fixes at one place that count as rest. */
const restFixes = 3;
/** Newest fixes kept at rest: over five hours at one per 300 s, and at most 1.5 kB per member. */
const maxFixes = 63;
/** Newest fixes kept while moving. */
const maxAwayFixes = 8;

export class FixRun {
  /** The newest fix that was added. */
  latest: Fix | undefined;
  #rest: Fix[] = [];
  #median: Place | undefined;
  /** Fixes away from the last rest: a single one may be noise, three together are the next rest. */
  #away: Fix[] = [];

  /** Adds a fix, unless it repeats the last one. Its time is not used otherwise, since a device's clock may be wrong. */
  add(fix: Fix): void {
    const { latest } = this;
    if (latest && fix.fixMs === latest.fixMs && fix.lat === latest.lat && fix.lon === latest.lon) return;
    this.latest = fix;
    if (this.#median && distanceMetres(this.#median, fix) <= restMetres) this.#stay(fix);
    else this.#leave(fix);
  }

  /** The component-wise median at rest; undefined while moving. */
  median(): Place | undefined {
    return this.#away.length === 0 ? this.#median : undefined;
  }

  #stay(fix: Fix): void {
    this.#away = [];
    this.#rest.push(fix);
    if (this.#rest.length > maxFixes) this.#rest.shift();
    this.#median = medianOf(this.#rest);
  }

  #leave(fix: Fix): void {
    this.#away.push(fix);
    if (this.#away.length > maxAwayFixes) this.#away.shift();
    const together = this.#away.filter((other) => distanceMetres(other, fix) <= restMetres);
    const median = medianOf(together);
    if (together.filter((other) => distanceMetres(median, other) <= restMetres).length < restFixes) return;
    this.#rest = together;
    this.#median = median;
    this.#away = [];
  }
}

/** Component-wise median. Longitudes are relative to the newest fix, so that places at the antimeridian stay together. */
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
