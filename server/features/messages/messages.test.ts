// Messages between two members on SQLite, and across a server restart.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { membersWriteToEachOther } from './messages.suite.ts';

membersWriteToEachOther(openTestApp);

test('a key repeated after a restart and a month returns the same message', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keys-'));
  const before = await openTestApp({ dataDir });
  const [anton, boris] = [await before.member(), await before.member()];
  const key = { 'idempotency-key': crypto.randomUUID() };
  const body = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: 'once', profilePicIds: [] };
  const first = await anton.call(messages.postMessage, { body }, key);
  await before.world.db.write((tx) => sql`update messages set created_ms = created_ms - ${31 * dayMs}`.execute(tx));
  await before.close();

  const after = await openTestApp({ dataDir });
  try {
    const browser = after.visitor();
    browser.cookies.set('sid', anton.cookies.get('sid') ?? '');
    expect((await browser.call(messages.postMessage, { body }, key)).id).toBe(first.id);
    expect((await browser.call(messages.postMessage, { body }, { 'idempotency-key': crypto.randomUUID() })).id).not.toBe(
      first.id,
    );
  } finally {
    await after.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
