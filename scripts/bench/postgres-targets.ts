// Finds the nearest members in a PostgreSQL server: by PostGIS, by the cube extension, and by cells in a b-tree.
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { NearbyMember } from '#server/nearby/index.ts';
import { earthRadiusMetres, type Place } from '#shared/rules/distance.ts';
import { onePercent } from './population.ts';
import { batchesOf, microsOfProcess, pageSize, type BenchTarget, type TargetServer, type SearchedArea } from './bench-target.ts';
import { findPostgres, startPostgres, type PostgresServer } from './postgres-server.ts';

/** Starts the server. Resolves to null if PostgreSQL is not installed. Methods whose extension is missing are skipped. */
export async function startPostgresTargets(): Promise<TargetServer | null> {
  const binaries = findPostgres();
  if (binaries === undefined) return null;
  const server = await startPostgres(binaries, inMemory);
  try {
    const { rows } = await server.admin.query("select name from pg_available_extensions where name in ('postgis', 'cube')");
    const extensions = new Set(rows.map((row) => String(Object(row).name)));
    for (const name of extensions) await server.admin.query(`create extension ${name}`);
    await server.admin.query(`create unlogged table members (${columns})`);
    const targets: BenchTarget[] = [];
    for (const method of methods) {
      if (method.extension !== null && !extensions.has(method.extension)) continue;
      await server.admin.query(`alter table members ${method.column}`);
      targets.push(await targetOf(method, server));
    }
    return { targets, put: (members) => put(server, members), stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Durability and JIT compilation are off, and each query uses one process. */
const inMemory = {
  fsync: 'off',
  autovacuum: 'off',
  shared_buffers: '1536MB',
  maintenance_work_mem: '512MB',
  max_parallel_workers_per_gather: 0,
  jit: 'off',
};

const columns = `id uuid primary key, lat float8, lon float8, age smallint, height_cm smallint, has_picture boolean,
  labels text[], brief text`;
const cellDegrees = 0.01;
/** The square of half the chord to $1, $2, which has the same order as the distance. */
const square = `(power(sin(radians(lat - $1) / 2), 2)
  + cos(radians($1)) * cos(radians(lat)) * power(sin(radians(lon - $2) / 2), 2))`;
const inArea = 'lat >= $3 and lat < $4 and lon >= $5 and lon < $6';
const { ageMin, ageMax, heightCmMin, characteristics } = onePercent;
const onePercentSql = `and age between ${ageMin} and ${ageMax} and height_cm >= ${heightCmMin} and has_picture
  and labels @> '{${characteristics.join(',')}}'`;

interface Method {
  readonly name: string;
  readonly extension: string | null;
  /** An additional column with its index. */
  readonly column: string;
  readonly index: string;
  /** Settings for the connection. */
  readonly settings: readonly string[];
  /** Returns the query. $1 to $6 are the place and the area, and `furtherArgs` follow. */
  sql(filter: string): string;
  /** Returns successive queries, each with the radius in metres within which its result is complete. */
  queries(centre: Place, area: SearchedArea): Iterable<{ furtherArgs: readonly number[]; completeMetres: number }>;
}

/** Without these settings the planner sorts all members within the area, which costs ten times as much in a city. */
const preferIndex = ['set enable_sort = off', 'set enable_bitmapscan = off', 'set enable_seqscan = off'];
const singleQuery = [{ furtherArgs: [], completeMetres: Infinity }];

const methods: readonly Method[] = [
  {
    name: 'PostGIS',
    extension: 'postgis',
    column: 'add place geography(Point, 4326) generated always as (ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geography) stored',
    index: 'create index on members using gist (place)',
    settings: preferIndex,
    // The box is slightly wider than the area, because its edges are great circles.
    sql: (filter) => `select id, brief, ${square} as square from members
      where place && ST_MakeEnvelope($5 - 0.1, $3 - 0.1, $6 + 0.1, $4 + 0.1, 4326)::geography and ${inArea} ${filter}
      order by place <-> ST_SetSRID(ST_MakePoint($2, $1), 4326)::geography limit ${pageSize}`,
    queries: () => singleQuery,
  },
  {
    name: 'PostgreSQL, cube',
    extension: 'cube',
    column: `add spot cube generated always as (cube(array[cos(radians(lat)) * cos(radians(lon)),
      cos(radians(lat)) * sin(radians(lon)), sin(radians(lat))])) stored`,
    index: 'create index on members using gist (spot)',
    settings: preferIndex,
    sql: (filter) => `select id, brief, ${square} as square from members where ${inArea} ${filter}
      and spot <@ cube_enlarge(${spotOf}, $7::float8, 3) order by spot <-> ${spotOf} limit ${pageSize}`,
    queries: (centre, area) => [{ furtherArgs: [farthestChord(centre, area)], completeMetres: Infinity }],
  },
  {
    name: 'PostgreSQL, cells in a b-tree',
    extension: null,
    column: `add cell_row int generated always as (floor(lat / ${cellDegrees})::int) stored,
      add cell_column int generated always as (floor(lon / ${cellDegrees})::int) stored`,
    index: 'create index on members (cell_row, cell_column)',
    // These settings force one b-tree lookup per row of cells, since the planner overestimates the number of rows.
    settings: ['set enable_hashjoin = off', 'set enable_mergejoin = off', 'set enable_seqscan = off'],
    sql: (filter) => `select id, brief, ${square} as square from generate_series($7::int, $8::int) as sought(number)
      join members on cell_row = number and cell_column between $9::int and $10::int
      where ${inArea} ${filter} order by square limit ${pageSize}`,
    *queries({ lat, lon }, area) {
      const [row, column] = [Math.floor(lat / cellDegrees), Math.floor(lon / cellDegrees)];
      for (let cells = 2; ; cells *= 2) {
        const degrees = cells * cellDegrees;
        const isAll = lat - degrees <= area.latFrom && lat + degrees >= area.latTo && lon - degrees <= area.lonFrom;
        const complete = degrees * metresPerDegree * Math.cos((Math.abs(lat) + degrees) * radiansPerDegree);
        const isLast = isAll && lon + degrees >= area.lonTo;
        yield {
          furtherArgs: [row - cells, row + cells, column - cells, column + cells],
          completeMetres: isLast ? Infinity : complete * 0.999,
        };
        if (isLast) return;
      }
    },
  },
];

const radiansPerDegree = Math.PI / 180;
const metresPerDegree = earthRadiusMetres * radiansPerDegree;
const spotOf = `cube(array[cos(radians($1)) * cos(radians($2)), cos(radians($1)) * sin(radians($2)), sin(radians($1))])`;

/** An upper bound of the chord to the farthest corner, on a sphere of radius 1. */
function farthestChord({ lat, lon }: Place, { latFrom, latTo, lonFrom, lonTo }: SearchedArea): number {
  const tall = Math.max(lat - latFrom, latTo - lat);
  const wide = Math.max(lon - lonFrom, lonTo - lon);
  return (tall + wide) * radiansPerDegree;
}

async function targetOf(method: Method, server: PostgresServer): Promise<BenchTarget> {
  const client = await server.connect();
  for (const setting of method.settings) await client.query(setting);
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const pid = Number(Object(rows[0]).pid);
  return {
    name: method.name,
    errorMetres: 0.01,
    maxMetres: null,
    canFilter: true,
    async nearest(centre, area, isFiltered) {
      let found: unknown[][] = [];
      for (const { furtherArgs, completeMetres } of method.queries(centre, area)) {
        const values = [centre.lat, centre.lon, area.latFrom, area.latTo, area.lonFrom, area.lonTo, ...furtherArgs];
        const text = method.sql(isFiltered ? onePercentSql : '');
        const query = { name: isFiltered ? 'filtered' : 'all', text, values, rowMode: 'array' } as const;
        found = (await client.query<unknown[]>(query)).rows;
        const farthest = 2 * earthRadiusMetres * Math.asin(Math.sqrt(Number(found.at(-1)?.[2] ?? 1)));
        if (completeMetres === Infinity || (found.length === pageSize && farthest <= completeMetres)) break;
      }
      return found.map(([id]) => String(id));
    },
    serverMicros: () => microsOfProcess(pid),
  };
}

const batchSize = 50_000;
const copiedColumns = 'id, lat, lon, age, height_cm, has_picture, labels, brief';

async function put({ admin, directory }: PostgresServer, members: Iterable<NearbyMember>): Promise<void> {
  const file = path.join(directory, 'members.tsv');
  const { rows } = await admin.query('select 1 from members limit 1');
  const isNew = rows.length === 0;
  if (!isNew) await admin.query(`create unlogged table moved (${columns})`);
  for (const batch of batchesOf(members, batchSize)) {
    writeFileSync(file, batch.map(copyLine).join(''));
    chmodSync(file, 0o644);
    await admin.query(`copy ${isNew ? 'members' : 'moved'} (${copiedColumns}) from '${file}'`);
  }
  if (!isNew) {
    const names = copiedColumns.split(', ').slice(1);
    await admin.query(
      `update members set ${names.map((name) => `${name} = moved.${name}`).join(', ')} from moved where moved.id = members.id`,
    );
    await admin.query('drop table moved');
  }
  // The column of a missing extension does not exist.
  const known = await admin.query("select attname from pg_attribute where attrelid = 'members'::regclass");
  const names = new Set(known.rows.map((row) => String(Object(row).attname)));
  for (const { column, index } of methods) if (isNew && names.has(/add (\w+)/.exec(column)?.[1] ?? '')) await admin.query(index);
  await admin.query('vacuum analyze members');
}

/** Returns a line in the format of COPY. */
function copyLine(member: NearbyMember): string {
  const { profileId, lat, lon, age, heightCm, hasPicture, characteristics: labels, brief } = member;
  const fields = [profileId, lat, lon, age, heightCm ?? '\\N', hasPicture, `{${labels.join(',')}}`];
  return `${fields.join('\t')}\t${JSON.stringify(brief).replaceAll('\\', '\\\\')}\n`;
}
