// The stored states of conversations always match their messages, on both databases.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';

const remove = (by: Member, id: string, forBoth: boolean) =>
  by.call(messages.deleteMessage, { params: { id }, query: { forBoth } });

export function conversationStatesFollowMessages(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  test('stored states match after sends, reads, deletions and lifted withholdings in any order', async () => {
    const members = [await app.member(), await app.member(), await app.member()];
    const random = seeded(7);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    const sent: { id: string; from: Member; to: Member }[] = [];
    const steps: readonly (() => Promise<unknown>)[] = [
      async () => {
        const from = pick(members);
        const to = pick(members.filter((other) => other !== from));
        sent.push({ from, to, id: (await write(from, to, 'hello')).id });
      },
      async () => {
        const { id, to } = pick(sent);
        await to.ask(messages.putMessageRead, { params: { id } });
      },
      async () => {
        const { id, from, to } = pick(sent);
        await pick([from, to]).ask(messages.deleteMessage, { params: { id }, query: { forBoth: false } });
      },
      async () => {
        const { id, from } = pick(sent);
        await from.ask(messages.deleteMessage, { params: { id }, query: { forBoth: true } });
      },
      // This happens when a decision to withhold a message is lifted.
      () =>
        app.world.db.write((tx) =>
          tx.updateTable('messages').set({ recipient_deleted_ms: null }).where('id', '=', pick(sent).id).execute(),
        ),
    ];
    await steps[0]?.();
    for (let step = 0; step < 150; step += 1) {
      await pick(steps)();
      expect(await keptStates(app), `step ${step}`).toEqual(await computedStates(app));
    }
  });

  test('conversations are listed in the order of the newest messages that the member sees', async () => {
    const [anton, boris, carl] = [await app.member(), await app.member({ name: 'Boris' }), await app.member({ name: 'Carl' })];
    const listed = async () =>
      (await anton.call(messages.getMostRecentWith, { params: { id: anton.profileId }, query: {} })).map(
        ({ profile, bodyText }) => [profile.profileName, bodyText],
      );
    const first = await write(boris, anton, 'one');
    app.clock.pass(1);
    await write(carl, anton, 'two');
    app.clock.pass(1);
    const third = await write(anton, boris, 'three');
    expect(await listed()).toEqual([
      ['Boris', 'three'],
      ['Carl', 'two'],
    ]);
    await remove(anton, third.id, false);
    expect(await listed()).toEqual([
      ['Carl', 'two'],
      ['Boris', 'one'],
    ]);
    await remove(anton, first.id, false);
    expect(await listed()).toEqual([['Carl', 'two']]);
  });
}

type States = Readonly<Record<string, unknown>>[];

async function keptStates({ world }: TestApp): Promise<States> {
  const { rows } = await sql<Record<string, unknown>>`select profile_id, peer_id, newest_sequence, newest_ms, has_written,
    received_shown, case when received_shown > 0 or has_hidden_read = 1 then 1 else 0 end as sees_or_has_read from conversations order by profile_id, peer_id`.execute(
    world.db.read,
  );
  return rows;
}

async function computedStates({ world }: TestApp): Promise<States> {
  const all = await world.db.read.selectFrom('messages').selectAll().where('pair', 'is not', null).orderBy('sequence').execute();
  const conversations = await world.db.read
    .selectFrom('conversations')
    .select(['profile_id', 'peer_id', 'pair'])
    .orderBy('profile_id')
    .orderBy('peer_id')
    .execute();
  return conversations.map(({ profile_id, peer_id, pair }) => {
    const exchanged = all.filter((row) => row.pair === pair);
    const own = exchanged.filter((row) => row.sender_id === profile_id);
    const received = exchanged.filter((row) => row.recipient_id === profile_id);
    const isReceivedShown = (row: (typeof all)[number]) => row.recipient_deleted_ms === null;
    const shown = exchanged.filter((row) =>
      row.sender_id === profile_id ? row.sender_deleted_ms === null : isReceivedShown(row),
    );
    return {
      profile_id,
      peer_id,
      newest_sequence: shown.at(-1)?.sequence ?? 0,
      newest_ms: shown.at(-1)?.created_ms ?? 0,
      has_written: own.length > 0 ? 1 : 0,
      received_shown: received.filter(isReceivedShown).length,
      sees_or_has_read: received.some((row) => isReceivedShown(row) || row.read_ms !== null) ? 1 : 0,
    };
  });
}
