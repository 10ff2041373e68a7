// Backups are complete although the server runs, restored on an empty machine, refused if damaged, and deleted in time.
import { randomUUID } from 'node:crypto';
import { chown, cp, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskPictureFiles } from '#server/outside/picture-files.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { openPushKeys } from '#server/open-push-keys.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { tryLockFolder } from '#server/db/folder-lock.ts';
import { write } from '#server/testing/members/actions.ts';
import { askForLink } from '#server/testing/members/sign-in.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { checkIntegrity } from './check-integrity.ts';
import { CompleteWithErrors, makeBackup } from './make-backup.ts';
import { PartlyRestored, restoreBackup } from './restore-backup.ts';

const nowMs = Date.UTC(2026, 10, 25, 6, 45, 0);

export function backupSuite(freshDatabaseUrl: () => Promise<string | null>): void {
  let root: string;
  let running: { readonly app: TestApp; readonly pictureBucket: null } & Awaited<ReturnType<typeof newData>>;
  let made: string;
  const newData = async () => ({
    dataDir: await mkdtemp(path.join(root, 'data-')),
    databaseUrl: await freshDatabaseUrl(),
    pictureBucket: null,
  });
  const backup = (madeMs = nowMs, keptDays = 30) =>
    makeBackup(running, { folder: path.join(root, 'backups'), keptDays, nowMs: madeMs });
  const backupInto = (folder: string, of: Parameters<typeof makeBackup>[0], madeMs: number) =>
    makeBackup(of, { folder, keptDays: 30, nowMs: madeMs });
  const pictureIds = [randomUUID(), randomUUID()];
  const keysOf = ({ world }: TestApp) => openPushKeys(world.config, world);
  const keysFile = (dataDir: string) => path.join(dataDir, 'push-keys.json');
  const readKeysFile = async (dataDir: string): Promise<unknown> => JSON.parse(await readFile(keysFile(dataDir), 'utf8'));
  /** Stores the keys in a file, as an earlier version did. */
  async function storeKeysFile(dataDir: string) {
    const keys = newPushKeys();
    await writeFile(keysFile(dataDir), JSON.stringify(keys));
    return keys;
  }

  const startServer = ({ dataDir, databaseUrl }: Awaited<ReturnType<typeof newData>>) =>
    openWorld(readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', LOG_LEVEL: 'error' }), { waitMs: 0 });

  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'backup-'));
    const data = await newData();
    const pictureFiles = diskPictureFiles(path.join(data.dataDir, 'pictures'));
    const app = await openTestApp({
      dataDir: data.dataDir,
      ...(data.databaseUrl === null ? {} : { databaseUrl: data.databaseUrl }),
      parts: { pictureFiles },
    });
    running = { app, ...data };
    await keysOf(app);
    const [ada, ben] = [await app.member({ name: 'Ada' }), await app.member({ name: 'Ben' })];
    await write(ada, ben, 'Before the backup');
    for (const id of pictureIds) {
      for (const variant of ['original', 256, 512] as const) await pictureFiles.put(id, variant, Buffer.from(`${variant} ${id}`));
      await pictureFiles.put(id, 512, Buffer.from('smaller'), 'avif');
      const row = {
        id,
        profile_id: ada.profileId,
        width: 600,
        height: 600,
        bytes: 9,
        placeholder: '',
        created_ms: 0,
        chat_with: null,
      };
      await app.world.db.write((tx) => tx.insertInto('pictures').values(row).execute());
    }
    await writeFile(path.join(data.dataDir, 'pictures', pictureIds[0]!.slice(0, 2), pictureIds[0]!, '512.webp.upload'), 'half');
    made = await backup();
  });
  afterAll(async () => {
    await running.app.close();
    await rm(root, { recursive: true, force: true });
  });

  it('is restored on an empty machine with all messages, pictures and keys', async () => {
    const [ada] = await running.app.world.db.read.selectFrom('profiles').select('id').limit(1).execute();
    expect(ada).toBeDefined();
    const empty = await newData();
    expect(await restoreBackup(empty, made, nowMs)).toBeNull();
    expect(await checkIntegrity(empty)).toMatchObject({ pictures: 2, problems: [] });
    const restored = await openTestApp({
      dataDir: empty.dataDir,
      ...(empty.databaseUrl === null ? {} : { databaseUrl: empty.databaseUrl }),
    });
    expect(await keysOf(restored)).toEqual(await keysOf(running.app));
    const texts = await restored.world.db.read.selectFrom('messages').select('body_text').execute();
    await restored.close();
    expect(texts.map(({ body_text }) => body_text)).toContain('Before the backup');
    const picture = path.join(empty.dataDir, 'pictures', pictureIds[0]!.slice(0, 2), pictureIds[0]!);
    expect((await readdir(picture)).sort()).toEqual(['256.webp', '512.avif', '512.webp', 'original.webp']);
    for (const variant of ['original', '512'])
      expect(await readFile(path.join(picture, `${variant}.webp`), 'utf8')).toBe(`${variant} ${pictureIds[0]}`);
  });

  it('does not bring back sessions and login links, since some have ended after it', async () => {
    const tables = ['sessions', 'login_links', 'mail_queue'] as const;
    const rowsOf = async ({ world: { db } }: TestApp) =>
      Promise.all(tables.map(async (table) => (await db.read.selectFrom(table).selectAll().execute()).length));
    await askForLink(running.app.visitor(), 'carl@example.org');
    const copy = await backup(nowMs + 4_000);
    expect(await rowsOf(running.app)).toEqual([2, 1, 1]);
    const data = await newData();
    await restoreBackup(data, copy, nowMs);
    const restored = await openTestApp({
      dataDir: data.dataDir,
      ...(data.databaseUrl === null ? {} : { databaseUrl: data.databaseUrl }),
    });
    expect(await rowsOf(restored)).toEqual([0, 0, 0]);
    await restored.close();
    await rm(copy, { recursive: true });
  });

  it('has the keys of an earlier version, whose database does not have them yet', async () => {
    const data = await newData();
    const older = await openTestApp({
      dataDir: data.dataDir,
      ...(data.databaseUrl === null ? {} : { databaseUrl: data.databaseUrl }),
    });
    const keys = await storeKeysFile(data.dataDir);
    const copy = await makeBackup({ ...running, ...data }, { folder: path.join(root, 'older'), keptDays: 30, nowMs });
    await older.close();
    const empty = await newData();
    await restoreBackup(empty, copy, nowMs);
    const restored = await openTestApp({
      dataDir: empty.dataDir,
      ...(empty.databaseUrl === null ? {} : { databaseUrl: empty.databaseUrl }),
    });
    expect(await keysOf(restored)).toEqual(keys);
    await restored.close();
  });

  it('is readable by its owner only', async () => {
    const entries = await readdir(made, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect((await stat(made)).mode & 0o777).toBe(0o700);
    expect(entries.map(({ name }) => name)).toContain('contents.json');
  });

  it('is not restored while a server uses the data', async () => {
    const data = await newData();
    const lock = tryLockFolder(data.dataDir);
    await expect(restoreBackup(data, made, nowMs)).rejects.toThrow('Stop it first');
    lock?.close();
    expect(await readdir(data.dataDir)).not.toContain('pictures');
  });

  it('keeps the database, the pictures and the keys that it replaces in one folder', async () => {
    const data = await newData();
    await (await startServer(data)).close();
    const older = await storeKeysFile(data.dataDir);
    const kept = await restoreBackup(data, made, nowMs);
    expect(await readKeysFile(kept ?? '')).toEqual(older);
    expect(await readdir(kept ?? '')).toContain(data.databaseUrl === null ? 'database.sqlite' : 'database.dump');
    const left = await readdir(data.dataDir);
    expect(left).not.toContain('push-keys.json');
    expect(left.filter((name) => name.includes('before-restore'))).toEqual([path.basename(kept ?? '')]);
  });

  it('is not restored if what it replaces cannot be kept, and the server starts as before', async () => {
    const data = await newData();
    await (await startServer(data)).close();
    await writeFile(path.join(data.dataDir, `before-restore-${nowMs}`), 'in the way');
    await expect(restoreBackup(data, made, nowMs)).rejects.toThrow();
    await (await startServer(data)).close();
  });

  it.skipIf(process.getuid?.() !== 0)('is not restored by root in the folder of another user', async () => {
    const data = await newData();
    await chown(data.dataDir, 65_534, 65_534);
    await expect(restoreBackup(data, made, nowMs)).rejects.toThrow(`${data.dataDir} belongs to another user (65534)`);
    expect(await readdir(data.dataDir)).toEqual([]);
  });

  it.each([
    ['damaged', (file: string) => writeFile(file, 'something else'), /damaged: .*512\.webp has changed/],
    ['incomplete', (file: string) => rm(file), /incomplete: .*512\.webp is missing/],
  ])('that is %s is refused, and nothing is changed', async (_, spoil, reason) => {
    const copy = await backup(nowMs + 1_000);
    await spoil(path.join(copy, 'pictures', pictureIds[1]!.slice(0, 2), pictureIds[1]!, '512.webp'));
    const data = await newData();
    await expect(restoreBackup(data, copy, nowMs)).rejects.toThrow(reason);
    expect(await readdir(data.dataDir)).toEqual([]);
    await rm(copy, { recursive: true });
  });

  it.each(['{"engine": "sqli', '{}'])('with the list %s is refused', async (list) => {
    const copy = await backup(nowMs + 2_000);
    await writeFile(path.join(copy, 'contents.json'), list);
    await expect(restoreBackup(await newData(), copy, nowMs)).rejects.toThrow(
      'The backup is damaged: contents.json cannot be read.',
    );
    await rm(copy, { recursive: true });
  });

  it('of the other engine is refused', async () => {
    const other = running.databaseUrl === null ? 'postgres://localhost/none' : null;
    await expect(restoreBackup({ ...running, databaseUrl: other }, made, nowMs)).rejects.toThrow('DATABASE_URL');
  });

  it('of a newer version is refused, and nothing is replaced', async () => {
    const copy = path.join(root, 'of-a-newer-version');
    await cp(made, copy, { recursive: true });
    const contents = JSON.parse(await readFile(path.join(copy, 'contents.json'), 'utf8')) as { migration: string };
    expect(contents.migration).toBe(migrations.at(-1)?.name);
    await writeFile(path.join(copy, 'contents.json'), JSON.stringify({ ...contents, migration: '9999-newer' }));
    const data = await newData();
    const keys = await storeKeysFile(data.dataDir);
    await expect(restoreBackup(data, copy, nowMs)).rejects.toThrow(/of a newer version \(it has '9999-newer'/);
    expect(await readKeysFile(data.dataDir)).toEqual(keys);
    expect(await readdir(data.dataDir)).toEqual(['push-keys.json']);
    await rm(copy, { recursive: true });
  });

  it('is reported as partly restored if the files cannot be moved after the database, and can be restored again', async () => {
    const data = await newData();
    const older = await storeKeysFile(data.dataDir);
    await writeFile(path.join(data.dataDir, `before-restore-${nowMs}`), 'in the way');
    const restoring = restoreBackup(data, made, nowMs);
    await expect(restoring).rejects.toThrow(PartlyRestored);
    await expect(restoring).rejects.toThrow(/^The database is restored, but .*before-restore.*restore again/);
    expect(await readdir(data.dataDir)).not.toContain('pictures.incoming');
    await expect(startServer(data)).rejects.toThrow(/was not completed\. Restore the backup again/);
    await expect(makeBackup(data, { folder: path.join(root, 'halves'), keptDays: 30, nowMs })).rejects.toThrow(
      'was not completed',
    );
    await expect(restoreBackup(data, made, nowMs)).rejects.toThrow();
    await expect(startServer(data)).rejects.toThrow('was not completed');
    const kept = await restoreBackup(data, made, nowMs + 1);
    expect(await readKeysFile(kept ?? '')).toEqual(older);
    await (await startServer(data)).close();
    expect(await checkIntegrity(data)).toMatchObject({ pictures: 2, problems: [] });
  });

  it('is deleted when it is old enough, once a newer backup is complete', async () => {
    const folder = path.join(root, 'backups');
    await writeFile(path.join(folder, 'notes.txt'), 'not a backup');
    await utimes(folder, 0, 0);
    await backup(nowMs + 7 * dayMs, 7);
    expect((await readdir(folder)).sort()).toEqual(['2026-11-25T064500Z', '2026-12-02T064500Z', 'notes.txt']);
    await backup(nowMs + 7 * dayMs + 60_000, 7);
    expect((await readdir(folder)).sort()).toEqual(['2026-12-02T064500Z', '2026-12-02T064600Z', 'notes.txt']);
  });

  it('that begins in the same second as another one is refused, and the other one is completed', async () => {
    const madeMs = nowMs + 5_000;
    const both = await Promise.allSettled([backup(madeMs), backup(madeMs)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        message: `${path.join(root, 'backups', '2026-11-25T064505Z.partial')} exists: another backup began in the same second.`,
      },
    });
    const complete = path.join(root, 'backups', '2026-11-25T064505Z');
    await restoreBackup(await newData(), complete, nowMs);
    await rm(complete, { recursive: true });
  });

  it('without the pictures of the database is reported, and older backups are kept', async () => {
    const data = await newData();
    await restoreBackup(data, await backup(nowMs + 11 * dayMs), nowMs);
    await rm(path.join(data.dataDir, 'pictures'), { recursive: true });
    const folder = path.join(root, 'without-pictures');
    const older = path.basename(await backupInto(folder, running, nowMs));
    const failed = backupInto(folder, data, nowMs + 40 * dayMs);
    await expect(failed).rejects.toThrow(CompleteWithErrors);
    await expect(failed).rejects.toThrow(/has none of the 2 pictures of the database/);
    expect((await readdir(folder)).sort()).toEqual([older, '2027-01-04T064500Z']);
  });

  it('that fails leaves older backups unchanged, and no partial one', async () => {
    const folder = path.join(root, 'backups');
    const before = await readdir(folder);
    const databaseUrl = running.databaseUrl === null ? null : `${running.databaseUrl}_gone`;
    const broken = { ...running, dataDir: path.join(root, 'nowhere'), databaseUrl };
    await expect(makeBackup(broken, { folder, keptDays: 1, nowMs: nowMs + 99 * dayMs })).rejects.toThrow();
    expect(await readdir(folder)).toEqual(before);
  });

  describe('integrity', () => {
    it('lists stored pictures that are not in the database', async () => {
      const data = await newData();
      await restoreBackup(data, await backup(nowMs + 9 * dayMs), nowMs);
      const stray = randomUUID();
      await diskPictureFiles(path.join(data.dataDir, 'pictures')).put(stray, 512, Buffer.from('x'));
      expect(await checkIntegrity(data)).toMatchObject({ pictures: 2, strays: [stray], problems: [] });
    });

    it('names a picture without files', async () => {
      const data = await newData();
      await restoreBackup(data, await backup(nowMs + 8 * dayMs), nowMs);
      await rm(path.join(data.dataDir, 'pictures', pictureIds[1]!.slice(0, 2)), { recursive: true });
      expect((await checkIntegrity(data)).problems).toContain(`The picture ${pictureIds[1]} has no files.`);
    });

    it('names the files that a picture lacks, apart from those that are made again', async () => {
      const data = await newData();
      await restoreBackup(data, await backup(nowMs + 10 * dayMs), nowMs);
      for (const name of ['original.webp', '256.webp', '512.avif'])
        await rm(path.join(data.dataDir, 'pictures', pictureIds[0]!.slice(0, 2), pictureIds[0]!, name));
      expect((await checkIntegrity(data)).problems).toEqual([`The picture ${pictureIds[0]} lacks original.webp, 256.webp.`]);
    });
  });
}
