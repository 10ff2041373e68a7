// Finds the nearest members in a Redis server with GEOSEARCH, which returns ids without briefs.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NearbyMember } from '#server/nearby/index.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { batchesOf, connectWhenReady, microsOfProcess, pageSize, type TargetServer } from './bench-target.ts';

const program = 'redis-server';
/** Redis examines all members within the radius. The radius should hold about this many, and grows only if there are too few. */
const expected = 1.5 * pageSize;
const growth = 1.6;
const lastKilometres = 256;

/** Starts the server. Resolves to null if Redis is not installed. */
export async function startRedisTarget(): Promise<TargetServer | null> {
  const places = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/bin'];
  const found = places.map((place) => path.join(place, program)).find((file) => existsSync(file));
  if (found === undefined) return null;
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const port = await freePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '', '--appendonly', 'no'];
  const server = spawn(found, options, { stdio: 'ignore' });
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const client = await connectWhenReady(server, async () => {
    const connected = await connectTo(port);
    await connected.send('PING');
    return connected;
  });
  const densities = countedCells();
  let [queries, tries] = [0, 0];
  return {
    targets: [
      {
        name: 'Redis GEOSEARCH',
        // This is the resolution of a 52-bit geohash.
        errorMetres: 2,
        canFilter: false,
        maxMetres: lastKilometres * 1_000,
        async nearest({ lat, lon }) {
          let ids: string[] = [];
          queries += 1;
          for (
            let kilometres = densities.kilometresHolding(lat, lon);
            ;
            kilometres = Math.min(lastKilometres, growth * kilometres)
          ) {
            tries += 1;
            const where = ['FROMLONLAT', lon, lat, 'BYRADIUS', kilometres, 'KM'];
            ids = textsOf(await client.send('GEOSEARCH', 'members', ...where, 'ASC', 'COUNT', pageSize));
            if (ids.length === pageSize || kilometres === lastKilometres) break;
          }
          return ids;
        },
        remark: () => `${(tries / queries).toFixed(2)} searches per query`,
        serverMicros: () => microsOfProcess(server.pid ?? 0),
      },
    ],
    async put(members: Iterable<NearbyMember>) {
      for (const batch of batchesOf(members, 1_000)) {
        for (const member of batch) densities.put(member);
        await client.send('GEOADD', 'members', ...batch.flatMap(({ lon, lat, profileId }) => [lon, lat, profileId]));
      }
    },
    async stop() {
      client.close();
      server.kill('SIGTERM');
      await exited;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The side of a cell in degrees. */
const cellSide = 0.1;
const kilometresOfDegree = 111.2;
/** The largest number of cells on each side of the middle cell. */
const widest = 15;

/** Counts members by cells. A client of Redis would keep such counts to know how densely an area is populated. */
function countedCells() {
  const cellOf = (lat: number, lon: number) => Math.floor(lat / cellSide) * 10_000 + Math.floor(lon / cellSide);
  const counts = new Map<number, number>();
  const cells = new Map<string, number>();
  const add = (cell: number, by: number) => counts.set(cell, (counts.get(cell) ?? 0) + by);
  return {
    put({ profileId, lat, lon }: NearbyMember): void {
      const [before, cell] = [cells.get(profileId), cellOf(lat, lon)];
      if (before === cell) return;
      if (before !== undefined) add(before, -1);
      add(cell, 1);
      cells.set(profileId, cell);
    },
    /** Widens the square of cells around the place until it holds enough members, and computes the radius from their density. */
    kilometresHolding(lat: number, lon: number): number {
      const middle = cellOf(lat, lon);
      let found = 0;
      for (let ring = 0; ring <= widest; ring += 1) {
        for (let north = -ring; north <= ring; north += 1)
          for (let east = -ring; east <= ring; east += Math.abs(north) === ring || ring === 0 ? 1 : 2 * ring)
            found += counts.get(middle + north * 10_000 + east) ?? 0;
        if (found < expected && ring < widest) continue;
        const side = (2 * ring + 1) * cellSide * kilometresOfDegree;
        const squareKilometres = side * side * Math.cos((lat * Math.PI) / 180);
        return Math.min(lastKilometres, Math.sqrt((expected * squareKilometres) / (Math.PI * Math.max(1, found))));
      }
      return lastKilometres;
    },
  };
}

interface RedisClient {
  /** Sends a command and resolves to its reply. Only one command runs at a time. */
  send(...words: (string | number)[]): Promise<unknown>;
  close(): void;
}

function connectTo(port: number): Promise<RedisClient> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let bytes = Buffer.alloc(0);
    let waiting: { resolve: (reply: unknown) => void; reject: (error: Error) => void } | undefined;
    socket.on('data', (chunk) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const read = readReply(bytes, 0);
      if (read === null) return;
      bytes = bytes.subarray(read.end);
      if (read.reply instanceof Error) waiting?.reject(read.reply);
      else waiting?.resolve(read.reply);
    });
    socket.on('error', (error) => {
      reject(error);
      waiting?.reject(error);
    });
    socket.on('connect', () =>
      resolve({
        send: (...words) =>
          new Promise((done, failed) => {
            waiting = { resolve: done, reject: failed };
            const parts = words.map((word) => `$${Buffer.byteLength(String(word))}\r\n${word}\r\n`);
            socket.write(`*${words.length}\r\n${parts.join('')}`);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

/** Reads one RESP2 reply from an offset on. Returns null while the reply is incomplete. */
function readReply(bytes: Buffer, from: number): { reply: unknown; end: number } | null {
  const lineEnd = bytes.indexOf('\r\n', from);
  if (lineEnd < 0) return null;
  const text = bytes.toString('utf8', from + 1, lineEnd);
  const next = lineEnd + 2;
  switch (bytes[from]) {
    case 0x2b: // +
      return { reply: text, end: next };
    case 0x2d: // -
      return { reply: new Error(`Redis says: ${text}`), end: next };
    case 0x3a: // :
      return { reply: Number(text), end: next };
    case 0x24: {
      // $
      const end = next + Number(text);
      if (Number(text) < 0) return { reply: null, end: next };
      return bytes.length < end + 2 ? null : { reply: bytes.toString('utf8', next, end), end: end + 2 };
    }
    case 0x2a: {
      // *
      const items: unknown[] = [];
      let end = next;
      for (let count = Number(text); items.length < count;) {
        const item = readReply(bytes, end);
        if (item === null) return null;
        items.push(item.reply);
        end = item.end;
      }
      return { reply: items, end };
    }
    default:
      throw new Error(`Not a reply of Redis: ${text}`);
  }
}

function textsOf(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw new Error('Redis gave no list.');
  return reply.map(String);
}
