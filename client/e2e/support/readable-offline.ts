// Tests for any browser that a conversation opened once can be read offline, with its pictures.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#shared/contract/messages.ts';
import { messages } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { pictureScaling } from '#server/outside/picture-scaling.ts';
import { showPictures, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { plainPicture } from '#server/testing/fakes/pictures.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { Device } from './device.ts';
import { keptData } from './kept-data.ts';
import { countMissingFiles } from './worker.ts';

export interface Visit {
  readonly device: Device;
  /** The origin under which the device reaches the server. The default is the server's own origin. */
  readonly origin?: string;
  readonly close?: () => Promise<void>;
}

/** These are two pages. With the other messages they are more than are shown at once. */
const messageCount = limits.messagesPage * 2;

/** `visit` opens a device on the server at the given port. */
export function readableOffline(visit: (port: number) => Promise<Visit>): void {
  const scaling = pictureScaling();
  let app: TestApp;
  let visiting: Visit;
  let device: Device;
  let origin: string;
  let ada: Member;
  let ben: Member;
  /** The public pictures in old and new messages of both members. */
  let pictureIds: string[];
  /** The pictures of Ben's profile. */
  let portraitId: string;
  let privateId: string;
  let said: Message[];

  beforeAll(async () => {
    const distDir = join(import.meta.dirname, '../../../dist');
    app = await openTestApp({ distDir, env: { TRUST_PROXY: '127.0.0.1' }, parts: { pictureScaling: scaling } });
    [ada, ben] = [await app.member({ name: 'Ada' }), await app.member({ name: 'Ben' })];
    await talk();
    visiting = await visit(Number(new URL(app.origin).port));
    device = visiting.device;
    origin = visiting.origin ?? app.origin;
  });

  afterAll(async () => {
    await device.leave();
    await visiting.close?.();
    scaling.close();
  });

  async function talk(): Promise<void> {
    const bens = await Promise.all(['#a33', '#3a3', '#33a', '#a3a'].map((colour) => upload(ben, colour)));
    const [portrait = '', old = '', recent = '', hidden = ''] = bens;
    portraitId = portrait;
    await showPictures(ben, { profilePicIds: [portrait, old, recent], profilePicIdsPrivate: [hidden] });
    const own = await upload(ada, '#3aa');
    await showPictures(ada, { profilePicIds: [own] });
    [pictureIds, privateId] = [[old, own, recent], hidden];
    said = [await write(ben, ada, 'From long ago', [old])];
    for (let n = 1; n <= messageCount; n++) said.push(await write(n % 2 === 0 ? ben : ada, n % 2 === 0 ? ada : ben, `Word ${n}`));
    const asked = await write(ada, ben, 'Which lake is it?', [own]);
    const [senderProfileId, recipientProfileId, replyToId] = [ben.profileId, ada.profileId, asked.id];
    const answer = { senderProfileId, recipientProfileId, replyToId, bodyText: 'This one', profilePicIds: [recent] };
    await ben.call(messages.putMessageRead, { params: { id: asked.id } });
    await ben.call(messages.putMessageReaction, { params: { id: asked.id }, body: { emoji: '❤️' } });
    said.push(asked, await ben.call(messages.postMessage, { body: answer }));
    said.push(await write(ben, ada, 'Between us', [hidden]));
  }

  /** Returns what the device has stored so far. The visit is complete once everything is stored. */
  async function kept() {
    const { stores, addresses } = await device.run(keptData, null);
    const pictures = [...new Set(addresses.map((url) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(url)?.[0] ?? ''))];
    const idsIn = (store: string) => stores[store]?.map((row) => Reflect.get(Object(row), 'id')) ?? [];
    return {
      isWorkerThere: await device.run(isWorkerThere, null),
      missingFiles: await device.run(countMissingFiles, null),
      messages: stores.messages?.length ?? 0,
      profiles: idsIn('profiles'),
      lists: idsIn('lists'),
      pictures,
    };
  }

  const conversation = () => `${origin}/chat/personal/${ben.profileId}`;
  const whole = () => ({
    texts: said.map(({ bodyText }) => bodyText),
    painted: pictureIds,
    isPortraitPainted: true,
    quotes: ['Which lake is it?'],
    reactions: ['❤️'],
    isSeen: true,
  });

  test('a member logs in and opens the conversation once, without scrolling', async () => {
    // This is no page of the app, so nothing is cached before the conversation.
    await device.goto(`${origin}/robots.txt`);
    await device.run(logIn, { sid: ada.cookies.get('sid') ?? '', profileId: ada.profileId });
    await device.goto(conversation());
    await expect.poll(() => device.run(look, null).then(({ texts }) => texts)).toContain('Between us');
    await expect
      .poll(() => kept(), { timeout: 60_000 })
      .toMatchObject({
        isWorkerThere: true,
        missingFiles: 0,
        messages: said.length,
        profiles: expect.arrayContaining([ben.profileId]),
        lists: expect.arrayContaining([JSON.stringify(['conversations', ada.profileId])]),
        pictures: expect.arrayContaining([portraitId, ...pictureIds]),
      });
  });

  test('with the server stopped, the reloaded page has every message and picture, except those that must not be stored', async () => {
    await app.close();
    await device.goto(conversation());
    await expect.poll(() => device.run(look, null)).toEqual(whole());
    expect((await kept()).pictures).not.toContain(privateId);
  });

  test('the app shows the same after it was closed and reopened', async () => {
    await device.reopen(conversation());
    await expect.poll(() => device.run(look, null)).toEqual(whole());
  });

  test('the list of conversations and the profile show the other member', async () => {
    const face = { text: expect.stringContaining('Ben'), isPainted: true };
    await device.run(click, 'nav a[href="/chat/personal"]');
    await expect.poll(() => device.run(seenAt, '.chat-rows .chat-row > a')).toMatchObject(face);
    await device.run(click, '.chat-rows .chat-row > a');
    await expect.poll(() => device.run(look, null).then(({ texts }) => texts)).toHaveLength(said.length);
    await device.run(click, 'a.conversation-peer');
    await expect.poll(() => device.run(seenAt, 'main')).toMatchObject(face);
    expect(await device.run(() => location.pathname, null)).toBe(`/profile/${ben.profileId}`);
  });
}

async function upload(member: Member, colour: string): Promise<string> {
  const picfile = { bytes: await plainPicture('png', 800, 1_000, colour), name: 'a.png', type: 'image/png' };
  const { body } = await member.form('/api/profile-pic', { authorProfileId: member.profileId, picfile });
  return String(Reflect.get(Object(body), 'id'));
}

function logIn({ sid, profileId }: { sid: string; profileId: string }): void {
  const name = location.protocol === 'https:' ? '__Host-sid' : 'sid';
  // A page can set this cookie in any browser, and the server needs nothing else.
  document.cookie = `${name}=${sid}; Path=/; Max-Age=86400${location.protocol === 'https:' ? '; Secure' : ''}`;
  localStorage.setItem('session', JSON.stringify({ profileId, roles: ['USER'] }));
  localStorage.setItem('lastProfileId', JSON.stringify(profileId));
}

/** Returns all messages and pictures shown in the open conversation. */
async function look() {
  const painting = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  // Older messages are rendered once the reader scrolls to them.
  document.querySelector('.conversation .log-scroller')?.scrollTo(0, -1e6);
  await painting();
  const all = (selector: string) => [...document.querySelectorAll(`.conversation ${selector}`)];
  const words = (selector: string) => all(selector).map((element) => element.textContent ?? '');
  const painted: string[] = [];
  for (const image of all('.log img').filter((one) => one instanceof HTMLImageElement)) {
    image.scrollIntoView({ block: 'center' });
    // The browser loads a picture far outside of the viewport only after a paint.
    await painting();
    await image.decode().catch(() => undefined);
    if (image.naturalWidth > 0) painted.push(/[0-9a-f]{8}-[0-9a-f-]{27}/.exec(image.currentSrc)?.[0] ?? '');
  }
  const portrait = document.querySelector<HTMLImageElement>('.conversation-header img');
  return {
    texts: words('.bubble-text'),
    painted,
    isPortraitPainted: (portrait?.naturalWidth ?? 0) > 0,
    quotes: words('.quote-preview'),
    reactions: all('.reaction').map((element) => element.lastChild?.textContent ?? ''),
    isSeen: words('.message-state').includes('Seen'),
  };
}

const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

/** Returns the text of an element, and whether its first picture is painted. */
async function seenAt(selector: string) {
  const part = document.querySelector(selector);
  const image = part?.querySelector('img');
  await image?.decode().catch(() => undefined);
  return { text: part?.textContent ?? '', isPainted: (image?.naturalWidth ?? 0) > 0 };
}

const isWorkerThere = (): boolean => navigator.serviceWorker.controller?.state === 'activated';
