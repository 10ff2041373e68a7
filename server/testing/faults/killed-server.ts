// Members write, like and move while the server is killed repeatedly; checks what the database contains afterwards.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { positions } from '#shared/contract/positions.ts';
import { site } from '#shared/contract/site.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { readConfig } from '#server/config.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { cellOf, cellSides } from '#server/nearby/grid.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf, type Answer, type Browser } from '#server/testing/app/browser.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { mainCommand } from './main-command.ts';

export interface Outcome {
  readonly kills: number;
  /** Acknowledged writes. */
  readonly answered: { readonly messages: number; readonly likes: number; readonly positions: number };
  /** Writes that got no reply because the server was killed, and were sent again. */
  readonly unanswered: number;
  /** Acknowledged messages that are missing or have another id. */
  readonly lost: number;
  /** Keys with more than one message. */
  readonly doubled: number;
  /** Messages that were never sent, are out of order, or missing in replies. */
  readonly wrong: number;
  /** Likes and positions in a state older than the last acknowledged one. */
  readonly stale: number;
  /** Result of the database's integrity checks. */
  readonly integrity: string;
  readonly slowestStartMs: number;
  /** The longest time from SIGTERM to the end of the process. */
  readonly slowestEndMs: number;
}

interface Sender {
  readonly member: Member;
  /** The writes of this sender in order; the last one is repeated until it is acknowledged. */
  readonly sent: Write[];
}

interface Write {
  readonly kind: 'message' | 'like' | 'position';
  readonly key: string;
  readonly peer: Member;
  readonly number: number;
  /** The message's id, or 'done'. */
  answer: string | null;
}

const senderCount = 8;

/**
 * Kills the server `rounds` times, 50 to 800 ms after its first reply, with each of `signals` in turn, while 8 members write
 * continuously.
 */
export async function killRepeatedly(
  rounds: number,
  signals: readonly ('SIGKILL' | 'SIGTERM')[] = ['SIGKILL'],
): Promise<Outcome> {
  const random = seeded(9);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'killed-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const senders = await joined(env, `http://localhost:${port}`);
  let unanswered = 0;
  let slowestStartMs = 0;
  let slowestEndMs = 0;
  let running: ChildProcess | undefined;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const started = await startServer(env, senders[0]?.member);
      running = started.server;
      slowestStartMs = Math.max(slowestStartMs, started.startMs);
      const sending = Promise.allSettled(senders.map((sender) => sendUntilKilled(sender, senders, random)));
      await new Promise((resolve) => setTimeout(resolve, 50 + random() * 750));
      const signal = signals[round % signals.length] ?? 'SIGKILL';
      const endMs = await kill(running, signal);
      if (signal === 'SIGTERM') slowestEndMs = Math.max(slowestEndMs, Math.round(endMs));
      for (const end of await sending) {
        if (end.status === 'rejected') throw end.reason;
        unanswered += 1;
      }
    }
    running = (await startServer(env, senders[0]?.member)).server;
    // Repeats the last writes, so that none is pending.
    for (const sender of senders) await sendPending(sender);
    const shown = await Promise.all(senders.map(({ member }, place) => shownTo(member, peerOf(senders, place))));
    await kill(running);
    return {
      kills: rounds,
      unanswered,
      slowestStartMs: Math.round(slowestStartMs),
      slowestEndMs,
      ...examine(dataDir, senders, shown.flat()),
    };
  } finally {
    await kill(running);
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Each member writes to the next one. */
const peerOf = (senders: readonly Sender[], place: number): Member => {
  const peer = senders[(place + 1) % senders.length]?.member;
  if (!peer) throw new Error('There is nobody to write to.');
  return peer;
};

/** Inserts members with a session before the server first starts. */
async function joined(env: Record<string, string>, origin: string): Promise<Sender[]> {
  const world = await openWorld(readConfig(env));
  try {
    const senders: Sender[] = [];
    for (let count = 0; count < senderCount; count += 1)
      senders.push({ member: await memberOf(world, browserOf(origin), {}), sent: [] });
    return senders;
  } finally {
    await world.close();
  }
}

/** Starts a server process with its own settings and waits until it replies. */
export async function startServer(
  env: Record<string, string>,
  visitor: Browser | undefined,
  maxMs = 60_000,
): Promise<{ server: ChildProcess; startMs: number }> {
  const startedAt = performance.now();
  const { DATABASE_URL: _database, SMTP_URL: _smtp, PUBLIC_URL: _public, ...inherited } = process.env;
  const server = spawn(process.execPath, mainCommand, {
    env: { ...inherited, MAP_PREPARE: 'when-asked', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const answer = await visitor?.ask(site.getPing).catch(() => null);
    if (answer?.status === 200) return { server, startMs: performance.now() - startedAt };
    if (performance.now() - startedAt > maxMs) throw new Error(`The server did not answer within ${maxMs / 1_000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Sends a signal and returns the milliseconds until the process has ended. */
export async function kill(server: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<number> {
  if (!server || server.exitCode !== null || server.signalCode !== null) return 0;
  const startedAt = performance.now();
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
  return performance.now() - startedAt;
}

/** Sends the pending write and then new ones, until the server is gone. */
async function sendUntilKilled(sender: Sender, senders: readonly Sender[], random: () => number): Promise<void> {
  const peer = peerOf(senders, senders.indexOf(sender));
  try {
    for (;;) {
      await sendPending(sender);
      const kind = random() < 0.7 ? 'message' : random() < 0.5 ? 'like' : 'position';
      sender.sent.push({ kind, key: crypto.randomUUID(), peer, number: sender.sent.length, answer: null });
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
  }
}

class Refused extends Error {}

async function sendPending({ member, sent }: Sender): Promise<void> {
  const write = sent.at(-1);
  if (!write || write.answer !== null) return;
  const answer = await sendOne(member, write);
  if (answer.status >= 400) throw new Refused(`A write was answered ${answer.status} ${answer.bytes.toString()}`);
  write.answer = write.kind === 'message' ? String(Reflect.get(Object(answer.body), 'id')) : 'done';
}

function sendOne(member: Member, { kind, key, peer, number }: Write): Promise<Answer> {
  const { profileId } = member;
  if (kind === 'message') {
    const body = {
      senderProfileId: profileId,
      recipientProfileId: peer.profileId,
      bodyText: `number ${number}`,
      profilePicIds: [],
    };
    return member.ask(messages.postMessage, { body }, { 'idempotency-key': key });
  }
  if (kind === 'like') {
    const body = { likerProfileId: profileId, likedProfileId: peer.profileId, likeType: likeTypeOf(number) };
    return member.ask(likes.putProfileLike, { body });
  }
  return member.ask(positions.putPosition, {
    params: { profileId },
    body: {
      profileId,
      use: 'OVERRIDE',
      overrideLat: latOf(number),
      overrideLon: -112.07,
      hide: false,
      tsEffectiveUntil: Date.now() + hourMs,
    },
  });
}

const likeTypeOf = (number: number): 'LIKE' | 'DISLIKE' | 'UNDETERMINED' =>
  (['LIKE', 'DISLIKE', 'UNDETERMINED'] as const)[number % 3] ?? 'LIKE';
/** Another cell than that of each of the 39 numbers before, to identify the last one. */
const latOf = (number: number): number => 33 + (number % 40) * 0.01;

/** The ids of all messages that a member sees of a conversation. */
async function shownTo(member: Member, peer: Member): Promise<string[]> {
  const shown: string[] = [];
  for (let beforeMessageId: string | undefined; ;) {
    const page = await member.call(messages.getBetween, {
      params: { a: member.profileId, b: peer.profileId },
      query: { sinceMessageId: undefined, beforeMessageId },
    });
    shown.push(...page.map(({ id }) => id));
    beforeMessageId = page.at(-1)?.id;
    if (page.length === 0) return shown;
  }
}

/** Compares the database file with the acknowledged writes. */
function examine(dataDir: string, senders: readonly Sender[], shown: readonly string[]) {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    const rows = db.prepare('select id, sender_id, idempotency_key, sequence from messages order by sequence').all() as {
      id: string;
      sender_id: string;
      idempotency_key: string;
      sequence: number;
    }[];
    const byKey = new Map<string, typeof rows>();
    for (const row of rows) byKey.set(row.idempotency_key, [...(byKey.get(row.idempotency_key) ?? []), row]);
    const visible = new Set(shown);
    const answered = { messages: 0, likes: 0, positions: 0 };
    let [lost, wrong, stale] = [0, 0, 0];
    const keys = new Set<string>();
    for (const { member, sent } of senders) {
      let last = 0;
      for (const write of sent.filter(({ kind }) => kind === 'message')) {
        keys.add(write.key);
        const row = byKey.get(write.key)?.[0];
        if (write.answer === null) continue;
        answered.messages += 1;
        if (row?.id !== write.answer) lost += 1;
        if (row && (row.sequence <= last || !visible.has(row.id))) wrong += 1;
        last = row?.sequence ?? last;
      }
      for (const kind of ['like', 'position'] as const) {
        const writes = sent.filter((write) => write.kind === kind);
        answered[`${kind}s`] += writes.filter(({ answer }) => answer !== null).length;
        const lastAnswered = writes.findLastIndex(({ answer }) => answer !== null);
        if (lastAnswered < 0) continue;
        const possible: unknown[] = writes
          .slice(lastAnswered)
          .map(({ number }) => (kind === 'like' ? likeTypeOf(number) : rowOf(number)));
        const stored = kind === 'like' ? storedLike(db, member) : storedRow(db, member);
        if (!possible.includes(stored)) stale += 1;
      }
    }
    wrong += rows.filter(({ idempotency_key }) => !keys.has(idempotency_key)).length;
    const doubled = [...byKey.values()].filter((same) => same.length > 1).length;
    const broken = db.pragma('foreign_key_check') as unknown[];
    const integrity = broken.length > 0 ? 'a foreign key is broken' : String(db.pragma('integrity_check', { simple: true }));
    return { answered, lost, doubled, wrong, stale, integrity };
  } finally {
    db.close();
  }
}

const rowOf = (number: number): number => cellOf(latOf(number), -112.07, cellSides.area).i;
const storedLike = (db: SqliteDatabase.Database, { profileId }: Member): unknown =>
  db.prepare('select like_type from likes where liker_id = ?').pluck().get(profileId);
const storedRow = (db: SqliteDatabase.Database, { profileId }: Member): unknown =>
  db.prepare('select cell_i from positions where profile_id = ?').pluck().get(profileId);
