// Push keys are created once for a database, imported from the file of an earlier version, and never silently replaced.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPushKeys } from './open-push-keys.ts';
import { newPushKeys } from './outside/push-keys.ts';
import { browserOf } from './testing/app/browser.ts';
import { memberOf } from './testing/app/members.ts';
import { openTestWorld } from './testing/app/test-world.ts';

export function pushKeysTests(): void {
  let world: Awaited<ReturnType<typeof openTestWorld>>['world'];
  let warnings: string[];
  let dataDir: string;
  beforeEach(async () => {
    const opened = await openTestWorld();
    onTestFinished(opened.close);
    ({ world } = opened);
    dataDir = await newFolder();
    warnings = [];
  });

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'push-keys-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  const fileIn = (folder: string) => path.join(folder, 'push-keys.json');
  const open = (folder = dataDir, forgetsPushDevices = false) => {
    const log = Object.assign(Object.create(world.log), { warn: (line: string) => warnings.push(line) });
    return openPushKeys({ dataDir: folder, forgetsPushDevices }, { db: world.db, log });
  };
  const subscribe = async () => {
    const { accountId: account_id, profileId: profile_id } = await memberOf(world, browserOf(world.config.publicUrl), {});
    const { id_hash: session_hash } = await world.db.read.selectFrom('sessions').select('id_hash').executeTakeFirstOrThrow();
    const device = { id: 'd', account_id, profile_id, session_hash, device_name: '', language: 'en' };
    const keys = { endpoint: 'e', expiration_ms: null, auth: '', p256dh: '', seen_ms: 0, created_ms: 0, origin: '' };
    await world.db.write(async (tx) => {
      await tx
        .insertInto('push_subscriptions')
        .values({ ...device, ...keys })
        .execute();
      await tx.insertInto('secrets').values({ name: 'push-public-key', value: newPushKeys().publicKey }).execute();
    });
  };

  test('the first start creates keys without a file, and every later one has the same, in any folder', async () => {
    const first = await open();
    expect(await open(await newFolder())).toEqual(first);
    expect(await readdir(dataDir)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('processes that start at once get the same keys', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => open()));
    expect(new Set(opened.map(({ publicKey }) => publicKey)).size).toBe(1);
  });

  test('keys of an earlier version are imported from its file, which is no longer needed', async () => {
    const keys = newPushKeys();
    await writeFile(fileIn(dataDir), JSON.stringify(keys));
    expect(await open()).toEqual(keys);
    await rm(fileIn(dataDir));
    expect(await open()).toEqual(keys);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['has others', () => JSON.stringify(newPushKeys())],
    ['is damaged', () => '{'],
  ])('a file that %s is not used once the database has keys, and the log says so', async (_, text) => {
    const keys = await open();
    await writeFile(fileIn(dataDir), text());
    expect(await open()).toEqual(keys);
    expect(warnings).toEqual([expect.stringContaining('push-keys.json are not used')]);
  });

  test('a damaged file makes the first startup fail and is left as it is', async () => {
    await writeFile(fileIn(dataDir), '{"publicKey":"B');
    await expect(open()).rejects.toThrow('damaged');
    expect(await readFile(fileIn(dataDir), 'utf8')).toBe('{"publicKey":"B');
    await rm(fileIn(dataDir));
    await open();
  });

  test('damaged keys in the database make startup fail and stay there', async () => {
    await world.db.write((tx) => tx.insertInto('secrets').values({ name: 'push-keys', value: '{}' }).execute());
    await expect(open()).rejects.toThrow('damaged');
    await expect(open()).rejects.toThrow('damaged');
  });

  test('while there are devices whose keys are missing, no new keys are stored, so that the file can be put back', async () => {
    await subscribe();
    await expect(open()).rejects.toThrow(/^1 devices .*push-keys\.json.*FORGET_PUSH_DEVICES=1/);
    const { value: publicKey } = await world.db.read
      .selectFrom('secrets')
      .select('value')
      .where('name', '=', 'push-public-key')
      .executeTakeFirstOrThrow();
    const stored = world.db.read.selectFrom('secrets').select('name').where('name', '=', 'push-keys');
    expect(await stored.execute()).toEqual([]);
    const allowed = await open(dataDir, true);
    expect(allowed.publicKey).not.toBe(publicKey);
    expect(await open()).toEqual(allowed);
  });
}
