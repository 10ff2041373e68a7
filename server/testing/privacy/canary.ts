// Puts a member at a unique position and searches for it in all data that the server sends or stores.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { urlOf, type AnyEndpoint } from '#shared/contract/endpoint.ts';
import { account } from '#shared/contract/account.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { positions } from '#shared/contract/positions.ts';
import { session } from '#shared/contract/session.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { backupSqlite } from '#server/db/sqlite-backup.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { createLog } from '#server/log.ts';
import type { Leak } from './attacked-population.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import { broadcast } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seededIds } from '#server/testing/app/seeded.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type OpenTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { unzip } from '#server/testing/app/unzip.ts';
import type { World } from '#server/world.ts';

const canary = { lat: 33.4567891, lon: -112.1234567 };
/** As text with five decimals (a metre), and as the eight bytes of a double in either order. */
const needles: readonly (readonly [string, Buffer])[] = [
  ...['33.45678', '33.45679', '112.12345', '112.12346'].map((text) => [text, Buffer.from(text)] as const),
  ...[canary.lat, canary.lon].flatMap((value) => {
    const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)];
    big.writeDoubleBE(value);
    little.writeDoubleLE(value);
    return [[`${value} as bytes`, big] as const, [`${value} as bytes, reversed`, little] as const];
  }),
];

/** Calls that would end or lock the caller's session early. */
const leaving: readonly AnyEndpoint[] = [session.putLock, session.deleteAuth, sessions.deleteSessions, account.deleteAccount];

export interface Searched {
  /** The searched sources with their size in bytes. */
  readonly places: ReadonlyMap<string, number>;
  /** The sources that contain the position: empty without a leak. */
  readonly hits: readonly string[];
}

interface Search {
  readonly leak?: Leak;
  /** Where the calls are made. The default is one process on SQLite. */
  readonly open?: OpenTestApp;
  readonly parts?: Partial<World>;
  /** Returns what is stored outside of the data directory. The default stores a backup in it, and returns nothing. */
  readonly stored?: (app: TestApp) => Promise<readonly (readonly [string, string])[]>;
}

async function backedUp({ dataDir }: TestApp): Promise<[]> {
  await backupSqlite(databaseFile(dataDir), path.join(dataDir, 'backup.sqlite'));
  return [];
}

/**
 * Puts a member at the canary position, makes all calls of the table without a form as two members, then searches what is sent and
 * stored.
 */
export async function searchForCanary({ leak, open = openTestApp, parts, stored = backedUp }: Search = {}): Promise<Searched> {
  const places = new Map<string, number>();
  const hits: string[] = [];
  const look = (where: string, bytes: Buffer) => {
    places.set(where, (places.get(where) ?? 0) + bytes.length);
    for (const [name, needle] of needles) if (bytes.includes(needle)) hits.push(`${where}: ${name}`);
  };

  const logged: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(Buffer.from(chunk));
      done();
    },
  });
  let hidden: Member | undefined;
  const app = await open({
    env: pushHosts,
    parts: (usual) => ({
      ...parts,
      ids: seededIds(7),
      log: createLog('trace', sink),
      ...leak?.(usual, (profileId) => (profileId === hidden?.profileId ? canary : undefined)),
    }),
  });
  try {
    const anna = await app.member({ name: 'Anna' });
    hidden = anna;
    const boris = await app.member({ name: 'Boris' });
    await change(boris, { pushSubscriptions: [newDevice()], previews: true });
    const report = (member: Member, point: object) =>
      member.call(positions.putPosition, {
        params: { profileId: member.profileId },
        body: {
          profileId: member.profileId,
          hide: false,
          tsEffectiveUntil: app.clock.now() + hourMs,
          use: 'OVERRIDE',
          ...point,
        },
      });
    const socket = await openSocket(boris);
    socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
    await socket.settled();

    await report(boris, { overrideLat: 33.5, overrideLon: -112.1 });
    await report(anna, { overrideLat: canary.lat, overrideLon: canary.lon });
    for (let fix = 0; fix < 4; fix += 1) {
      app.clock.pass(10_000);
      await report(anna, { use: 'DEVICE_GPS', gpsLat: canary.lat, gpsLon: canary.lon, gpsTimestamp: app.clock.now() });
    }
    await anna.call(likes.putProfileLike, {
      body: { likerProfileId: anna.profileId, likedProfileId: boris.profileId, likeType: 'LIKE' },
    });
    await anna.call(messages.postMessage, {
      body: { senderProfileId: anna.profileId, recipientProfileId: boris.profileId, bodyText: 'hello', profilePicIds: [] },
    });
    await broadcast(anna, 'hello, area');
    await socket.until('message');
    await socket.until('brief');
    await socket.until('broadcast');
    await pushed(app.push.sent);

    for (const caller of [boris, anna]) {
      for (const row of contractTable.filter(({ call }) => !leaving.includes(call))) {
        const { params, query, body, form } = row.ask(anna.profileId, caller);
        // Not logins and uploads, which are forms, and not positions, which would overwrite the canary position.
        if (form !== undefined || row.call === positions.putPosition) continue;
        const json = body === undefined ? undefined : JSON.stringify(body);
        const headers: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
        const answer = await caller.send(row.call.method, urlOf(row.call.path, params, query), json, headers);
        if (row.call === account.postExport)
          for (const [file, bytes] of unzip(answer.bytes)) look(`${file} of the archive`, bytes);
        look(`${row.call.method} ${row.call.path}`, Buffer.concat([Buffer.from(JSON.stringify(answer.headers)), answer.bytes]));
      }
      look('GET /api/profile-briefs/nearest', (await caller.send('GET', '/api/profile-briefs/nearest?page=0&size=100')).bytes);
    }
    await socket.settled();
    look('socket', Buffer.from(JSON.stringify(socket.frames)));
    socket.close();
    look('push', Buffer.from(JSON.stringify(app.push.sent)));
    look('log', Buffer.concat(logged));
    for (const [where, text] of await stored(app)) look(where, Buffer.from(text));
    for (const entry of await readdir(app.dataDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) look(entry.name, await readFile(path.join(entry.parentPath, entry.name)));
    }
    return { places, hits };
  } finally {
    await app.close();
  }
}

/** Pushes are sent asynchronously after the write that caused them. */
async function pushed(sent: readonly unknown[]): Promise<void> {
  for (let waits = 0; sent.length === 0; waits += 1) {
    if (waits > 200) throw new Error('No push was sent.');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
