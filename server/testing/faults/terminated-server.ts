// Members write and read on kept connections while the server is terminated repeatedly; counts what was cut off, lost or
// duplicated.
import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { messages } from '#shared/contract/messages.ts';
import { settings } from '#shared/contract/settings.ts';
import { readConfig } from '#server/config.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { kill, startServer } from './killed-server.ts';

export interface Terminations {
  /** Calls that were answered, and those of them that were answered after the signal. */
  readonly answered: number;
  readonly answeredLate: number;
  /** Calls that the server received completely and did not answer, and unanswered ones whose message is stored. */
  readonly cut: number;
  /** Answers with a status other than 200. */
  readonly refused: number;
  /** Messages with an answer that are not stored, and keys with several messages. */
  readonly lost: number;
  readonly doubled: number;
  readonly slowestEndMs: number;
  /** The close codes of the sockets. */
  readonly closeCodes: readonly number[];
}

const clientCount = 12;

/** Terminates the server `rounds` times while members make calls, each on a connection of their own. */
export async function terminateRepeatedly(rounds: number): Promise<Terminations> {
  const random = seeded(17);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'terminated-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const members = await membersOf(env, `http://localhost:${port}`);
  const count = { answered: 0, answeredLate: 0, cut: 0, refused: 0 };
  const answeredKeys = new Set<string>();
  const closeCodes: number[] = [];
  let slowestEndMs = 0;
  const unanswered: { readonly member: Member; readonly key: string }[] = [];

  async function callUntilTerminated(member: Member, peer: Member, server: { isEnding: boolean }): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (;;) {
        const key = random() < 0.6 ? crypto.randomUUID() : null;
        const outcome = key === null ? await read(member, agent) : await send(member, peer, key, agent);
        if (outcome === null) {
          if (key !== null) unanswered.push({ member, key });
          return;
        }
        count.answered += 1;
        if (server.isEnding) count.answeredLate += 1;
        if (outcome !== 200) count.refused += 1;
        else if (key !== null) answeredKeys.add(key);
        if (random() < 0.3) await pause(random() * 20);
      }
    } finally {
      agent.destroy();
    }
  }

  try {
    for (let round = 0; round < rounds; round += 1) {
      const { server } = await startServer(env, members[0]);
      const state = { isEnding: false };
      for (const { member, key } of unanswered.splice(0)) await send(member, peerOf(members, member), key);
      const socket = members[0] && (await openSocket(members[0]));
      const calls = members.map((member) => callUntilTerminated(member, peerOf(members, member), state));
      await pause(50 + random() * 500);
      state.isEnding = true;
      slowestEndMs = Math.max(slowestEndMs, await kill(server, 'SIGTERM'));
      await Promise.all(calls);
      const stored = new Set(textsIn(dataDir));
      count.cut += server.exitCode ?? 0;
      count.cut += unanswered.filter(({ key }) => stored.has(key)).length;
      if (socket) closeCodes.push(await socket.closed);
    }
    const texts = textsIn(dataDir);
    const stored = new Set(texts);
    const lost = [...answeredKeys].filter((key) => !stored.has(key)).length;
    return { ...count, lost, doubled: texts.length - stored.size, slowestEndMs: Math.round(slowestEndMs), closeCodes };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function membersOf(env: Record<string, string>, origin: string): Promise<Member[]> {
  const world = await openWorld(readConfig(env));
  try {
    const members: Member[] = [];
    for (let count = 0; count < clientCount; count += 1) members.push(await memberOf(world, browserOf(origin), {}));
    return members;
  } finally {
    await world.close();
  }
}

const peerOf = (members: readonly Member[], member: Member): Member =>
  members[(members.indexOf(member) + 1) % members.length] ?? member;

const read = (member: Member, agent: Agent) => callOn(member, 'GET', settings.getSettings.path, {}, undefined, agent);

const send = (member: Member, peer: Member, key: string, agent?: Agent) =>
  callOn(
    member,
    'POST',
    messages.postMessage.path,
    { 'content-type': 'application/json', 'idempotency-key': key },
    JSON.stringify({ senderProfileId: member.profileId, recipientProfileId: peer.profileId, bodyText: key, profilePicIds: [] }),
    agent,
  );

/** Resolves to the status of the answer, or null without one. */
function callOn(
  { cookies, origin }: Member,
  method: string,
  requestPath: string,
  headers: Record<string, string>,
  body: string | undefined,
  agent: Agent | undefined,
): Promise<number | null> {
  return new Promise((resolve) => {
    const { host, port } = new URL(origin);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = request(
      { host: '127.0.0.1', port, method, path: requestPath, agent, headers: { host, origin, cookie, ...headers } },
      (response) => {
        response.resume();
        response.once('error', () => resolve(null));
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.once('error', () => resolve(null));
    sent.end(body);
  });
}

/** The texts of all stored messages, which are their keys. */
function textsIn(dataDir: string): string[] {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    return db.prepare<[], string>('select body_text from messages').pluck().all();
  } finally {
    db.close();
  }
}
