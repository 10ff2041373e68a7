// Which devices are known to have subscribed with other push keys, and which screens make a push unnecessary.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretsStore } from '#server/db/secrets.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { devicesWithOtherKeys, isOnScreen } from './push-queue.service.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ env: pushHosts });
});
afterEach(() => app.close());

const othersFor = (publicKey: string, forgetsPushDevices = false) =>
  app.world.db.write((tx) => devicesWithOtherKeys(tx, publicKey, { forgetsPushDevices }));
const subscribe = async () => change(await app.member(), { pushSubscriptions: [newDevice()] });

test('no device counts as subscribed with other keys if the server’s keys are the same', async () => {
  await subscribe();
  expect(await othersFor(app.world.pushKeys.publicKey)).toBe(0);
});

test('no device counts as subscribed with other keys before the first key is stored', async () => {
  await subscribe();
  await app.world.db.write((tx) => tx.deleteFrom('secrets').where('name', '=', 'push-public-key').execute());
  expect(await othersFor('another key')).toBe(0);
});

test('with other keys startup fails with instructions, unless the devices may be forgotten', async () => {
  await subscribe();
  await expect(othersFor('another key')).rejects.toThrow(/^1 devices subscribed .* FORGET_PUSH_DEVICES=1/s);
  expect(await othersFor('another key', true)).toBe(1);
});

test('other keys need no permission if there are no devices', async () => {
  expect(await othersFor('another key')).toBe(0);
});

test('the keys are stored under the names that earlier versions use', async () => {
  const { publicKey } = app.world.pushKeys;
  const secrets = createSecretsStore(app.world.db.read);
  expect(await secrets.find('push-public-key')).toBe(publicKey);
  expect(await secrets.find('push-topic-key')).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['message', 'boris', ['ada looks at boris']],
  ['message', null, ['ada watches']],
  ['like', 'boris', ['ada watches']],
] as const)('a %s about %s is on screen if %j', (kind, aboutProfileId, asked) => {
  const questions: string[] = [];
  const answer = (question: string) => {
    questions.push(question);
    return true;
  };
  const hub = {
    isAppVisible: (profileId: string) => answer(`${profileId} watches`),
    isLookingAt: (profileId: string, peerId: string) => answer(`${profileId} looks at ${peerId}`),
  };
  expect(isOnScreen(hub as never, { profileId: 'ada', kind, aboutProfileId })).toBe(true);
  expect(questions).toEqual(asked);
});
