// Kills the server while it deletes accounts: each account stays unchanged, or the next process completes its deletion.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { readConfig } from '#server/config.ts';
import { databaseFile } from '#server/db/sqlite.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { kill, startServer } from '#server/testing/faults/killed-server.ts';
import { insertHistory } from '#server/testing/app/message-history.ts';
import { memberOf, type Member } from '#server/testing/app/members.ts';
import type { World } from '#server/world.ts';
import { memberTables } from './member-data.ts';

const rounds = 6;
const messageCount = 2_000;
const pictureCount = 12;

/** Adds a long conversation, pictures and a like to a member. */
async function addHistory(world: World, member: Member, peer: Member): Promise<void> {
  const { ids, db } = world;
  const nowMs = world.clock.now();
  const [mine, theirs] = [member.profileId, peer.profileId];
  await insertHistory(world, member, peer, messageCount);
  await db.write(async (tx) => {
    const like = {
      liker_id: mine,
      liked_id: theirs,
      like_type: 'LIKE',
      is_blocked: 0,
      created_ms: nowMs,
      changed_ms: nowMs,
    } as const;
    await tx.insertInto('likes').values(like).execute();
  });
  for (let count = 0; count < pictureCount; count += 1) {
    const id = ids.uuid();
    for (const variant of ['original', 256, 512] as const) await world.pictureFiles.put(id, variant, Buffer.alloc(10_000, id));
    const row = { id, profile_id: mine, width: 3_000, height: 2_000, bytes: 30_000, placeholder: '', created_ms: nowMs };
    await db.write((tx) => tx.insertInto('pictures').values(row).execute());
  }
}

/** The number of the member's rows in each table that has any. */
function rowCountsOf(dataDir: string, member: Member): Record<string, number> {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    const ids = { accountId: member.accountId, profileId: member.profileId, email: `${member.profileId}@example.org` };
    const counts = memberTables.map(([table, { deletedBy }]) => {
      const columns = Object.entries(deletedBy).flatMap(([column, name]) => (name ? [[column, ids[name]] as const] : []));
      if (columns.length === 0) return [table, 0] as const;
      const where = columns.map(([column]) => `${column} = ?`).join(' or ');
      const found = db.prepare(`select count(*) from ${table} where ${where}`).pluck();
      return [table, Number(found.get(...columns.map(([, value]) => value)))] as const;
    });
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  } finally {
    db.close();
  }
}

/** The number of deleted messages whose words are still in the search index. */
function messagesStillIndexed(dataDir: string): number {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    return Number(db.prepare('select count(*) from message_words_to_forget').pluck().get());
  } finally {
    db.close();
  }
}

test('if the server is killed during a deletion, the account is unchanged, or the next process completes the deletion', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'leaving-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const origin = `http://localhost:${port}`;
  const world = await openWorld(readConfig(env));
  const peer = await memberOf(world, browserOf(origin), {});
  const members: Member[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const member = await memberOf(world, browserOf(origin), {});
    await addHistory(world, member, peer);
    members.push(member);
  }
  await world.close();

  const [first, ...others] = members;
  let running = (await startServer(env, peer)).server;
  try {
    const startedAt = performance.now();
    await first?.call(account.deleteAccount);
    const deletionMs = performance.now() - startedAt;
    const outcomes = { complete: 0, none: 0 };
    for (const [round, member] of others.entries()) {
      const before = rowCountsOf(dataDir, member);
      expect(before).toMatchObject({ messages: messageCount, pictures: pictureCount, likes: 1, sessions: 1, accounts: 1 });
      const deletion = member.ask(account.deleteAccount).catch(() => null);
      // The cube makes most kills early, because most of the time is spent after the deletion, on removing words from the index.
      await new Promise((resolve) => setTimeout(resolve, deletionMs * ((round + 0.5) / rounds) ** 3));
      await kill(running);
      const answer = await deletion;
      const after = rowCountsOf(dataDir, member);
      const isBegun = 'deletions' in after || !('accounts' in after);
      if (!isBegun) expect(after).toEqual(before);
      if (answer?.status === 204) expect(after).toEqual({});
      outcomes[isBegun ? 'complete' : 'none'] += 1;
      running = (await startServer(env, peer)).server;
      if (isBegun) await expect.poll(() => rowCountsOf(dataDir, member), { timeout: 20_000 }).toEqual({});
      expect((await member.ask(account.deleteAccount)).status).toBe(isBegun ? 401 : 204);
      expect(rowCountsOf(dataDir, member)).toEqual({});
    }
    expect(outcomes.none).toBeGreaterThan(0);
    const files = async () => {
      const entries = await readdir(path.join(dataDir, 'pictures'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    };
    await expect.poll(files, { timeout: 20_000 }).toBe(0);
    await expect.poll(() => messagesStillIndexed(dataDir), { timeout: 60_000 }).toBe(0);
    expect((await peer.send('GET', '/api/settings')).status).toBe(200);
  } finally {
    await kill(running);
    await rm(dataDir, { recursive: true, force: true });
  }
});
