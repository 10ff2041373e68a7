// The sectors that have members, and their counts as JSON. The bytes are cached, for each row of sectors and for all, until a count changes.
import type { Sector } from '#shared/rules/sectors.ts';

export interface CountedSector extends Sector {
  count: number;
  testCount: number;
  /** When a count was last changed. */
  changedMs: number;
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

const hourMs = 3_600_000;
const comma = Buffer.from(',');
const noSectors: ReadonlyMap<CountedSector, number> = new Map();

export class SectorCounts<S extends CountedSector> {
  readonly #rows = new Map<number, Row<S>>();
  /** The counts of all sectors, until one changes. */
  readonly #whole: Record<Kind, Buffer | null> = { all: null, real: null };

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

  /** The counts as a JSON array, without the excluded members of each sector. Sectors that then have none are left out. */
  bytes(includeTest: boolean, excluded: ReadonlyMap<CountedSector, number> = noSectors): Buffer {
    const kind = includeTest ? 'all' : 'real';
    return excluded.size === 0 ? (this.#whole[kind] ??= this.#join(kind, excluded)) : this.#join(kind, excluded);
  }

  #join(kind: Kind, excluded: ReadonlyMap<CountedSector, number>): Buffer {
    const excludedRows = new Set(Array.from(excluded.keys(), ({ lat }) => lat));
    const parts: Buffer[] = [];
    for (const [lat, row] of this.#rows) {
      const bytes = excludedRows.has(lat) ? bytesOf(row, kind, excluded) : (row.bytes[kind] ??= bytesOf(row, kind, noSectors));
      if (bytes.length > 0) parts.push(...(parts.length > 0 ? [comma] : []), bytes);
    }
    return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
  }
}

const emptyRow = <S>(): Row<S> => ({
  sectors: new Map(),
  jsonOf: { all: new Map(), real: new Map() },
  bytes: { all: null, real: null },
});

function bytesOf<S extends CountedSector>(row: Row<S>, kind: Kind, excluded: ReadonlyMap<CountedSector, number>): Buffer {
  const counted = Array.from(row.sectors.values(), (sector) => {
    const without = excluded.get(sector);
    if (without !== undefined) return jsonOf(sector, kind, without);
    const json = row.jsonOf[kind].get(sector) ?? jsonOf(sector, kind, 0);
    row.jsonOf[kind].set(sector, json);
    return json;
  });
  return Buffer.from(counted.filter((json) => json !== '').join(','));
}

/** Empty for a sector without members. */
function jsonOf(sector: CountedSector, kind: Kind, excluded: number): string {
  const count = sector.count - (kind === 'all' ? 0 : sector.testCount) - excluded;
  if (count <= 0) return '';
  const { lat, lon, changedMs } = sector;
  const tsUpdated = changedMs - (changedMs % hourMs);
  return `{"centerLat":${lat + 0.5},"centerLon":${lon + 0.5},"deltaLat":1,"deltaLon":1,"count":${count},"tsUpdated":${tsUpdated}}`;
}
