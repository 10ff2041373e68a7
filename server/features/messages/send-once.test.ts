// Sending a message: its time and key across a restart, repeats, messages without a key, and the number of pictures.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { messages, type Message } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import { block, uploadChatPicture } from '#server/testing/members/actions.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import type { Member } from '#server/testing/app/members.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'send-once-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const send = (browser: Browser, from: Member, to: Member, key: string = crypto.randomUUID()): Promise<Message> =>
  browser.call(
    messages.postMessage,
    { body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText: 'hello', profilePicIds: [] } },
    { 'idempotency-key': key },
  );

test('message times increase across a restart, even when the clock was set back', async () => {
  const before = await openTestApp({ dataDir });
  const [anton, boris, clara] = [await before.member(), await before.member(), await before.member()];
  const yesterdayMs = before.clock.now() - dayMs;
  const key = crypto.randomUUID();
  const first = await send(anton, anton, boris, key);
  await before.close();

  const after = await openTestApp({ dataDir });
  try {
    after.clock.set(yesterdayMs);
    const browser = after.visitor();
    for (const [name, value] of anton.cookies) browser.cookies.set(name, value);
    expect((await send(browser, anton, boris, key)).tsCreated).toBe(first.tsCreated);
    const second = await send(browser, anton, boris);
    const third = await send(browser, anton, boris);
    expect([second.tsCreated > first.tsCreated, third.tsCreated > second.tsCreated]).toEqual([true, true]);
    // The clock's time is used in another conversation.
    expect((await send(browser, anton, clara)).tsCreated).toBe(yesterdayMs);
  } finally {
    await after.close();
  }
});

test('a message has up to ten pictures in total, of the profile and of the conversation', async () => {
  const app = await openTestApp({ dataDir });
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    const body = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: '' };
    const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
    const { body: refused } = await anton.ask(messages.postMessage, {
      body: { ...body, profilePicIds: ids(5), chatPicKeys: ids(6) },
    });
    expect(refused).toMatchObject({ code: 'bad-request', message: 'A message can have up to 10 pictures.' });
    // A picture that is listed twice counts once. Here no picture exists.
    const [profilePicIds, chatPicKeys] = [ids(4), ids(6)];
    const { body: allowed } = await anton.ask(messages.postMessage, {
      body: { ...body, profilePicIds: [...profilePicIds, ...profilePicIds], chatPicKeys },
    });
    expect(allowed).toMatchObject({ code: 'picture-gone' });
  } finally {
    await app.close();
  }
});

test('a message repeated with another text returns the stored one, unless its recipient is hidden by then', async () => {
  const app = await openTestApp({ dataDir });
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    const key = crypto.randomUUID();
    const { id } = await send(anton, anton, boris, key);
    const again = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: '', profilePicIds: [] };
    const repeat = () => anton.ask(messages.postMessage, { body: again }, { 'idempotency-key': key });
    expect((await repeat()).body).toMatchObject({ id, bodyText: 'hello' });
    await block(boris, anton);
    expect((await repeat()).body).toMatchObject({ code: 'blank-message' });
  } finally {
    await app.close();
  }
});

test('without a key, two pictures of the same conversation and time are two messages', async () => {
  const app = await openTestApp({ dataDir });
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    for (const key of keys) await uploadChatPicture(anton, boris, key);
    const sendPicture = async (key: string) => {
      const body = { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: '', profilePicIds: [] };
      return (await anton.call(messages.postMessage, { body: { ...body, chatPicKeys: [key], tsCreated: 1 } })).id;
    };
    const [first = '', second = ''] = keys;
    const ids = [await sendPicture(first), await sendPicture(first), await sendPicture(second)];
    expect(new Set(ids).size).toBe(2);
  } finally {
    await app.close();
  }
});
