// Compares what members were answered with what the database, the mail server and the push service have.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { serverLimits } from '#server/limits.ts';
import { cellOf, cellSides } from '#server/nearby/grid.ts';
import type { Conversation } from './messages-load.ts';
import { latOf, moversLon, type Mover, type Uploaded, type Writer } from './other-loads.ts';
import { untilAnswered, type Run, type Tally } from './run.ts';

export interface Done {
  readonly conversations: readonly Conversation[];
  /** Members without sockets, each with a device. */
  readonly pushed: readonly Conversation[];
  readonly movers: readonly Mover[];
  readonly writers: readonly Writer[];
  readonly uploaded: readonly Uploaded[];
}

/** Adds to the tallies what is wrong. Call it once the loads have ended. */
export async function judge(run: Run, done: Done): Promise<void> {
  const client = new Client({ connectionString: run.cluster.postgres.databaseUrl });
  await client.connect();
  try {
    await judgeMessages(run, client, [...done.conversations, ...done.pushed]);
    judgeDelivery(run, done.conversations);
    await judgePositions(run, client, done.movers);
    await judgeLimits(run, client, done.writers);
    await judgeMails(run, client);
    await judgePushes(run, client);
    await judgePictures(run, done.uploaded);
  } finally {
    await client.end();
  }
}

interface MessageRow {
  readonly id: string;
  readonly idempotency_key: string;
  readonly sender_id: string;
  readonly place: string;
}

/** Each answered message is stored once, and the messages of a member are in the order in which they were sent. */
async function judgeMessages(run: Run, client: Client, conversations: readonly Conversation[]): Promise<void> {
  const { rows } = await client.query<MessageRow>('select id, idempotency_key, sender_id, place from messages order by sequence');
  const byKey = new Map<string, MessageRow[]>();
  for (const row of rows) byKey.set(row.idempotency_key, [...(byKey.get(row.idempotency_key) ?? []), row]);
  for (const { sent } of conversations) {
    let last = 0;
    for (const { key, id, tally } of sent) {
      const stored = byKey.get(key) ?? [];
      if (id !== null && stored[0]?.id !== id) note(run, tally, 'lost', `message ${id} is not stored`);
      if (stored.length > 1) note(run, tally, 'doubled', `message ${id} is stored ${stored.length} times`);
      const place = Number(stored[0]?.place ?? last);
      if (place < last) note(run, tally, 'outOfOrder', `message ${id} is stored at ${place} after ${last}`);
      last = place;
    }
  }
}

/** Each answered message came to the recipient, by a socket or when they loaded the conversation again. */
function judgeDelivery(run: Run, conversations: readonly Conversation[]): void {
  for (const { sent, received, lastNumber } of conversations)
    for (const [at, { id, tally }] of sent.entries())
      if (id !== null && !received.has(id))
        note(run, tally, 'lost', `message ${at + 1} of ${sent.length} did not come to its recipient, who has ${lastNumber}`);
}

async function judgePositions(run: Run, client: Client, movers: readonly Mover[]): Promise<void> {
  for (const { member, answered, sent } of movers) {
    if (answered === 0) continue;
    const { rows } = await client.query<{ cell_i: number }>('select cell_i from positions where profile_id = $1', [
      member.profileId,
    ]);
    const possible = Array.from(
      { length: sent - answered + 1 },
      (_, more) => cellOf(latOf(answered + more), moversLon, cellSides.area).i,
    );
    if (!possible.includes(Number(rows[0]?.cell_i)))
      note(
        run,
        run.tally,
        'positionsLost',
        `the position of ${member.profileId} is ${rows[0]?.cell_i ?? 'gone'} instead of ${possible.join()}`,
      );
  }
}

/** No member wrote to the operators more often than they may. */
async function judgeLimits(run: Run, client: Client, writers: readonly Writer[]): Promise<void> {
  const { max, perMs } = serverLimits.rates.contact;
  for (const { member, firstMs, lastMs, tally } of writers) {
    if (tally === null) continue;
    const { rows } = await client.query<{ count: string }>('select count(*) from contact_messages where account_id = $1', [
      member.accountId,
    ]);
    const allowed = max + Math.floor(((lastMs - firstMs) * max) / perMs);
    const over = Number(rows[0]?.count) - allowed;
    if (over <= 0) continue;
    tally.overLimit += over;
    run.findings.push(`${over} calls more than ${allowed} were allowed: ${member.accountId}`);
  }
}

/** Each message to the operators came as a mail. One that was sent again has the same id. */
async function judgeMails(run: Run, client: Client): Promise<void> {
  await emptied(client, "select count(*) from mail_queue where state <> 'sent'");
  const idsByMessage = new Map<string, string[]>();
  for (const { text, headers } of run.cluster.smtp.received) {
    const message = text.trim().split('\n').at(-1) ?? '';
    idsByMessage.set(message, [...(idsByMessage.get(message) ?? []), headers.get('message-id') ?? '']);
  }
  for (const [message, ids] of idsByMessage) {
    run.tally.mailsRepeated += ids.length - 1;
    if (new Set(ids).size > 1) note(run, run.tally, 'doubled', `a mail had several ids: ${message} ${ids.join(' ')}`);
  }
  const { rows } = await client.query<{ message: string }>('select message from contact_messages');
  for (const { message } of rows) if (!idsByMessage.has(message)) note(run, run.tally, 'lost', `a mail did not come: ${message}`);
}

/** A push that was sent again has the same topic. */
async function judgePushes(run: Run, client: Client): Promise<void> {
  await emptied(client, 'select count(*) from push_queue');
  const topicsByText = new Map<string, string[]>();
  for (const { payload, headers } of run.cluster.push.received) {
    const body = String(JSON.parse(payload).notification.body);
    topicsByText.set(body, [...(topicsByText.get(body) ?? []), String(headers.topic)]);
  }
  for (const [body, topics] of topicsByText) {
    run.tally.pushes += 1;
    run.tally.pushesRepeated += topics.length - 1;
    if (new Set(topics).size > 1) note(run, run.tally, 'doubled', `a push had several topics: ${body}`);
  }
}

const sentWithinMs = 60_000;

async function emptied(client: Client, counting: string): Promise<void> {
  const untilMs = performance.now() + sentWithinMs;
  while (performance.now() < untilMs) {
    const { rows } = await client.query<{ count: string }>(counting);
    if (Number(rows[0]?.count) === 0) return;
    await pause(500);
  }
}

async function judgePictures(run: Run, uploaded: readonly Uploaded[]): Promise<void> {
  for (const { id, owner, tally } of uploaded) {
    const answer = await untilAnswered(run, 'picture', () => owner.send('GET', `/api/profile-pic/${id}`));
    if (answer?.status !== 200) note(run, tally, 'picturesLost', `picture ${id} is answered ${answer?.status}`);
  }
}

type Wrong = 'lost' | 'doubled' | 'outOfOrder' | 'positionsLost' | 'picturesLost';

function note({ findings }: Run, tally: Tally, wrong: Wrong, what: string): void {
  tally[wrong] += 1;
  findings.push(what);
}
