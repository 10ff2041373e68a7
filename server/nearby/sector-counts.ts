// The sectors that have members, and their counts as JSON. The bytes are cached, for each row of sectors and for all, until a count changes
// or another hour begins.
import type { Sector } from '#shared/rules/sectors.ts';
import { hourMs } from '#shared/rules/durations.ts';

export interface CountedSector extends Sector {
  count: number;
  testCount: number;
}

type Kind = 'all' | 'real';

interface Row<S> {
  /** The sectors of the row by longitude. */
  readonly sectors: Map<number, S>;
  /** The counts of a sector as JSON, until they change. */
  readonly jsonOf: Record<Kind, Map<S, string>>;
  /** The counts of the sectors in the row, separated by commas, until one changes. */
  readonly bytes: Record<Kind, Buffer | null>;
}

const comma = Buffer.from(',');
const noSectors: ReadonlyMap<CountedSector, number> = new Map();

export class SectorCounts<S extends CountedSector> {
  readonly #nowMs: () => number;
  /** The start of the hour of all cached bytes. */
  #hourStartMs = 0;
  readonly #rows = new Map<number, Row<S>>();
  /** The counts of all sectors, until one changes. */
  readonly #whole: Record<Kind, Buffer | null> = { all: null, real: null };

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  get({ lat, lon }: Sector): S | undefined {
    return this.#rows.get(lat)?.sectors.get(lon);
  }

  add(sector: S): void {
    if (!this.#rows.has(sector.lat)) this.#rows.set(sector.lat, emptyRow());
    this.#rows.get(sector.lat)?.sectors.set(sector.lon, sector);
    this.changed(sector);
  }

  remove(sector: S): void {
    this.#rows.get(sector.lat)?.sectors.delete(sector.lon);
    this.changed(sector);
  }

  /** Call it after each change of a sector's counts. */
  changed(sector: S): void {
    const row = this.#rows.get(sector.lat);
    if (row === undefined) return;
    for (const kind of ['all', 'real'] as const) {
      row.jsonOf[kind].delete(sector);
      row.bytes[kind] = null;
      this.#whole[kind] = null;
    }
  }

  /**
   * The counts as a JSON array, without the excluded members of each sector. Sectors that then have none are left out. Their time is the
   * hour of the answer, and their order follows their places, because the last change or the first member could be that of somebody
   * excluded.
   */
  bytes(includeTest: boolean, excluded: ReadonlyMap<CountedSector, number> = noSectors): Buffer {
    this.#beginHour();
    const kind = includeTest ? 'all' : 'real';
    return excluded.size === 0 ? (this.#whole[kind] ??= this.#join(kind, excluded)) : this.#join(kind, excluded);
  }

  #join(kind: Kind, excluded: ReadonlyMap<CountedSector, number>): Buffer {
    const excludedRows = new Set(Array.from(excluded.keys(), ({ lat }) => lat));
    const parts: Buffer[] = [];
    const rows = [...this.#rows].toSorted(([a], [b]) => a - b);
    for (const [lat, row] of rows) {
      const bytes = excludedRows.has(lat)
        ? bytesOf(row, kind, this.#hourStartMs, excluded)
        : (row.bytes[kind] ??= bytesOf(row, kind, this.#hourStartMs, noSectors));
      if (bytes.length > 0) parts.push(...(parts.length > 0 ? [comma] : []), bytes);
    }
    return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
  }

  #beginHour(): void {
    const nowMs = this.#nowMs();
    const startMs = nowMs - (nowMs % hourMs);
    if (startMs === this.#hourStartMs) return;
    this.#hourStartMs = startMs;
    for (const kind of ['all', 'real'] as const) {
      this.#whole[kind] = null;
      for (const row of this.#rows.values()) {
        row.jsonOf[kind].clear();
        row.bytes[kind] = null;
      }
    }
  }
}

const emptyRow = <S>(): Row<S> => ({
  sectors: new Map(),
  jsonOf: { all: new Map(), real: new Map() },
  bytes: { all: null, real: null },
});

function bytesOf<S extends CountedSector>(
  row: Row<S>,
  kind: Kind,
  tsUpdated: number,
  excluded: ReadonlyMap<CountedSector, number>,
): Buffer {
  const counted = [...row.sectors.values()]
    .toSorted((a, b) => a.lon - b.lon)
    .map((sector) => {
      const count = sector.count - (kind === 'all' ? 0 : sector.testCount);
      const without = excluded.get(sector);
      if (without !== undefined) return jsonOf(sector, count - without, tsUpdated);
      const json = row.jsonOf[kind].get(sector) ?? jsonOf(sector, count, tsUpdated);
      row.jsonOf[kind].set(sector, json);
      return json;
    });
  return Buffer.from(counted.filter((json) => json !== '').join(','));
}

/** Empty for a sector without members. */
function jsonOf({ lat, lon }: CountedSector, count: number, tsUpdated: number): string {
  if (count <= 0) return '';
  return `{"centerLat":${lat + 0.5},"centerLon":${lon + 0.5},"deltaLat":1,"deltaLon":1,"count":${count},"tsUpdated":${tsUpdated}}`;
}
