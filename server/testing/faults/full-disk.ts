// Sends messages to a server with a full disk, and the same ones again when there is free space.
import { sql } from 'kysely';
import { messages } from '#shared/contract/messages.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

export interface FullDiskOutcome {
  readonly sends: number;
  /** The distinct refusals of sends while the disk was full. */
  readonly refused: readonly string[];
  /** The distinct statuses of reads while the disk was full. */
  readonly reads: readonly string[];
  /** Messages and notifications stored for refused sends. */
  readonly leftovers: number;
  /** All messages that are stored after the same sends with their keys, once there was free space. */
  readonly storedLater: number;
  readonly inOrder: boolean;
  readonly integrity: string;
}

/** Too long for the free space of any page. */
const longText = 'x'.repeat(4_000);

export async function fillDisk(sends: number): Promise<FullDiskOutcome> {
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  const { db } = app.world;
  const setMaxPages = (pages: number) => db.write((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx));
  const rowsIn = async (table: 'messages' | 'notifications'): Promise<number> =>
    (await db.read.selectFrom(table).select('id').execute()).length;
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    const drafts = Array.from({ length: sends }, (_, n) => ({
      key: crypto.randomUUID(),
      bodyText: `${n} ${longText}`.slice(0, 4_000),
    }));
    const send = ({ key, bodyText }: (typeof drafts)[number]) =>
      anton.ask(messages.postMessage, { body: bodyOf(anton, boris, bodyText) }, { 'idempotency-key': key });

    await setMaxPages(1);
    const [refused, reads] = [new Set<string>(), new Set<string>()];
    let accepted = 0;
    for (const draft of drafts) {
      const { status, body, headers } = await send(draft);
      if (status === 200) accepted++;
      else refused.add(`${status} ${String(Reflect.get(Object(body), 'code'))}, again after ${String(headers['retry-after'])} s`);
      reads.add(String((await look(boris, anton)).status));
    }
    const leftovers = (await rowsIn('messages')) + (await rowsIn('notifications')) - accepted - Math.min(accepted, 1);

    await setMaxPages(1_000_000);
    for (const draft of drafts) await send(draft);
    const stored = await db.read.selectFrom('messages').select('body_text').orderBy('sequence').execute();
    const numbers = stored.map((row) => Number.parseInt(row.body_text, 10));
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.read);
    return {
      sends,
      refused: [...refused],
      reads: [...reads],
      leftovers,
      storedLater: stored.length,
      inOrder: numbers.every((number, place) => number === place),
      integrity: check.rows[0]?.integrity_check ?? '',
    };
  } finally {
    await app.close();
  }
}

const bodyOf = (from: Member, to: Member, bodyText: string) => ({
  senderProfileId: from.profileId,
  recipientProfileId: to.profileId,
  bodyText,
  profilePicIds: [],
});

const look = (viewer: Member, other: Member) =>
  viewer.ask(messages.getBetween, {
    params: { a: viewer.profileId, b: other.profileId },
    query: { sinceMessageId: undefined, beforeMessageId: undefined },
  });
