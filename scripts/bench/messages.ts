// Measures durable messages per second by 64 concurrent members and their CPU time, compared with inserts in SQLite and PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { openHub } from '#server/live/hub.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { memberOf } from '#server/testing/app/members.ts';
import { openMessagesService } from '#server/testing/app/messages-service.ts';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { median, numberFlag, printBar } from './figures.ts';
import { startMessagesTarget } from './postgres-messages.ts';

const senders = 64;
const rounds = 5;
const serviceName = 'messages service';
const postgresName = 'PostgreSQL, all rows of the service, 64 per statement';
const text = 'Hello there, shall we meet for a coffee on Saturday? I know a place near the lake.';

/** `--messages N` sets the number per round (10,000). */
export async function run(args: string[]): Promise<void> {
  const count = numberFlag(args, '--messages', 10_000);
  const measured: Record<string, Rate[]> = {};
  const record = (name: string, rate: Rate) => void (measured[name] ??= []).push(rate);
  const test = await openTestWorld();
  const target = await startMessagesTarget();
  try {
    const send = await sendersOf(test.world);
    await sendAll(2_000, send);
    for (let round = 0; round < rounds; round++) {
      record(serviceName, await rateOf(count, () => sendAll(count, send)));
      record('SQLite, plain inserts, 64 per commit', await rateOf(count, async () => insertRaw(count)));
      if (target === null) continue;
      record(
        'PostgreSQL, plain inserts, 64 per commit',
        await rateOf(count, () => target.insert(count, 'bare'), target.cpuMicros),
      );
      record(postgresName, await rateOf(count, () => target.insert(count, 'whole'), target.cpuMicros));
    }
    const rows = await test.world.db.read
      .selectFrom('messages')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const expected = 2_000 + rounds * count;
    console.log(`Durable messages, ${senders} senders, each reply after its commit; medians of ${rounds} rounds of ${count}`);
    const table = Object.entries(measured).map(([what, rates]) => ({
      what,
      'messages/s': Math.round(median(rates.map(({ perSecond }) => perSecond))),
      lowest: Math.round(Math.min(...rates.map(({ perSecond }) => perSecond))),
      'CPU µs per message': Math.round(median(rates.map(({ cpuMicros }) => cpuMicros))),
    }));
    console.table(table);
    const rate = (name: string): number => table.find(({ what }) => what === name)?.['messages/s'] ?? NaN;
    console.log(
      `Service compared with PostgreSQL storing the same rows: ${(rate(serviceName) / rate(postgresName)).toFixed(2)} times the messages/s.`,
    );
    const cpu = (name: string): number => table.find(({ what }) => what === name)?.['CPU µs per message'] ?? NaN;
    printBar({ what: 'CPU µs per message at the service', figure: cpu(serviceName), max: 200 });
    const peer = 'CPU time of PostgreSQL storing the same rows / service';
    printBar({ what: peer, figure: cpu(postgresName) / cpu(serviceName), min: 1.5 });
    console.log(`${rows.count} of ${expected} messages are stored.`);
  } finally {
    await target?.stop();
    await test.close();
  }
}

async function sendersOf(world: Awaited<ReturnType<typeof openTestWorld>>['world']) {
  const messages = await openMessagesService(world, openHub(world, { cursorOf: () => '', isHidden: () => false }));
  const members: string[] = [];
  for (let i = 0; i < senders * 4; i++) members.push((await memberOf(world, browserOf(world.config.publicUrl), {})).profileId);
  return (sender: number, round: number) =>
    messages.send(
      members[sender] ?? '',
      { recipientProfileId: members[senders + ((sender * 3 + round) % (senders * 3))], bodyText: text, profilePicIds: [] },
      crypto.randomUUID(),
    );
}

/** Every sender sends an equal share of the messages, one at a time. */
async function sendAll(count: number, send: (sender: number, round: number) => Promise<unknown>): Promise<void> {
  const share = Math.ceil(count / senders);
  let left = count;
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      for (let round = 0; round < share && left > 0; round++) {
        left -= 1;
        await send(sender, round);
      }
    }),
  );
}

/** Inserts rows with fewer columns and indexes than those of the service, 64 per commit, so the service cannot be faster. */
function insertRaw(count: number): void {
  const dir = mkdtempSync(path.join(tmpdir(), 'raw-messages-'));
  const db = new SqliteDatabase(path.join(dir, 'raw.sqlite'));
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(`create table messages (id text primary key, sequence integer, revision integer, sender_revision integer, pair text,
        sender_id text, recipient_id text, body_text text, idempotency_key text, created_ms integer,
        unique (sender_id, idempotency_key));
      create index by_pair on messages (pair, sequence);
      create index by_sender on messages (sender_id, sender_revision);
      create index by_recipient on messages (recipient_id, revision)`);
    const insert = db.prepare('insert into messages values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
    const commit = db.transaction((from: number, to: number) => {
      for (let i = from; i < to; i++) {
        const [sender, recipient] = [`sender ${i % senders}`, `recipient ${i % 200}`];
        insert.run(crypto.randomUUID(), i, i, i, sender + recipient, sender, recipient, text, crypto.randomUUID(), i);
      }
    });
    for (let from = 0; from < count; from += 64) commit(from, Math.min(from + 64, count));
  } finally {
    db.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Rate {
  readonly perSecond: number;
  /** The CPU time per message, of this process and of PostgreSQL if it is measured. */
  readonly cpuMicros: number;
}

async function rateOf(count: number, work: () => Promise<void>, otherMicros = () => 0): Promise<Rate> {
  const [startMs, own, other] = [performance.now(), process.cpuUsage(), otherMicros()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return {
    perSecond: (count * 1_000) / (performance.now() - startMs),
    cpuMicros: (user + system + otherMicros() - other) / count,
  };
}
