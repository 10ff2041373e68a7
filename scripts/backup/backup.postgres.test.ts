// Backups of a server with PostgreSQL: the calls of pg_dump and pg_restore, and the handling of their failures.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '#server/db/migrations/index.ts';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { backupSuite } from './backup.suite.ts';
import { makeBackup } from './make-backup.ts';
import { PartlyRestored, restoreBackup } from './restore-backup.ts';

const nowMs = Date.UTC(2026, 10, 25, 6, 45, 0);
const password = 'p@ss word';
const [early, late] = ['0e000000-0000-4000-8000-000000000001', '1a000000-0000-4000-8000-000000000002'];

const ourTable = 'create table migrations (position int, name text, applied_at bigint)';

/** A table of an extension, such as PostGIS has. */
const extensionTable = 'create table spatial_ref_sys (srid int primary key); alter extension plpgsql add table spatial_ref_sys';

async function ask(databaseUrl: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

describe('pg_dump and pg_restore', () => {
  let root: string;
  let dataDir: string;
  let folder: string;
  let databaseUrl: string;
  /** The address for a superuser. */
  let ownerUrl: string;
  const pictureOf = (id: string, data = dataDir) => path.join(data, 'pictures', id.slice(0, 2), id);
  const backup = (url: string = databaseUrl) =>
    makeBackup({ dataDir, databaseUrl: url, pictureBucket: null }, { folder, keptDays: 30, nowMs });
  const calls = async () => (await readFile(path.join(root, 'calls'), 'utf8')).trim().split('\n');

  /** Puts a shell script on the PATH that records its arguments and password. */
  const program = (name: string, script: string) =>
    writeFile(path.join(root, 'bin', name), `#!/bin/sh\necho "${name} $* [$PGPASSWORD]" >> '${root}/calls'\n${script}\n`, {
      mode: 0o755,
    });
  const dumps = `for each in "$@"; do case "$each" in --file=*) echo the rows > "\${each#--file=}";; esac; done`;

  const addressOf = (url: string) => new URL(url).host + new URL(url).pathname;
  const args = '--no-owner --no-acl';

  beforeAll(async () => {
    ownerUrl = (await freshPostgresDatabase()).databaseUrl;
    databaseUrl = `postgres://ada:${encodeURIComponent(password)}@${addressOf(ownerUrl)}`;
    await ask(ownerUrl, `create role ada login password '${password}'; ${ourTable}`);
  });

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'postgres-backup-'));
    [dataDir, folder] = [path.join(root, 'data'), path.join(root, 'backups')];
    await mkdir(path.join(root, 'bin'));
    await mkdir(pictureOf(early), { recursive: true });
    await writeFile(path.join(pictureOf(early), '512.webp'), 'early');
    await writeFile(path.join(dataDir, 'push-keys.json'), JSON.stringify(newPushKeys()));
    vi.stubEnv('PATH', `${path.join(root, 'bin')}:${process.env.PATH}`);
    await program('pg_dump', dumps);
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(root, { recursive: true, force: true });
  });

  it.each([
    ['before the host', () => databaseUrl],
    ['as a parameter', () => `postgres://ada@${addressOf(ownerUrl)}?password=p%40ss+word`],
  ])('get a password that the address contains %s through the environment, never as an argument', async (_, urlOf) => {
    const made = await backup(urlOf());
    const file = path.join(`${made}.partial`, 'database.dump');
    expect(await calls()).toEqual([
      `pg_dump ${args} --format=custom --schema="public" --file=${file} --dbname=postgres://ada@${addressOf(ownerUrl)} [${password}]`,
    ]);
    expect(await readFile(path.join(made, 'database.dump'), 'utf8')).toBe('the rows\n');
  });

  it('get a user and a password with a percent sign that the address does not escape', async () => {
    await ask(ownerUrl, `create role "a%" login password '100%'`);
    await backup(`postgres://a%:100%@${addressOf(ownerUrl)}`);
    expect(await calls()).toEqual([expect.stringContaining(` --dbname=postgres://a%25@${addressOf(ownerUrl)} [100%]`)]);
  });

  it('get the options of the address with their spaces', async () => {
    await backup(`${databaseUrl}?options=-c%20work_mem%3D5MB`);
    expect(await calls()).toEqual([expect.stringContaining(`${addressOf(ownerUrl)}?options=-c%20work_mem%3D5MB [`)]);
  });

  it('get no parameters that only the driver of the server knows', async () => {
    await backup(`${databaseUrl}?uselibpqcompat=true&sslmode=disable&schema=public`);
    expect(await calls()).toEqual([expect.stringContaining(`${addressOf(ownerUrl)}?sslmode=disable [`)]);
  });

  it('run between the two copies of the pictures, so that no row lacks its files', async () => {
    await program(
      'pg_dump',
      `${dumps}\nrm -r '${pictureOf(early)}'\nmkdir -p '${pictureOf(late)}'\necho late > '${pictureOf(late)}/512.webp'`,
    );
    const made = await backup();
    for (const id of [early, late]) expect(await readdir(pictureOf(id, made))).toEqual(['512.webp']);
  });

  it('that fail are reported with their messages, and leave no partial backup', async () => {
    await program('pg_dump', `${dumps}\necho 'server version mismatch' >&2\nexit 1`);
    await expect(backup()).rejects.toThrow('pg_dump failed: server version mismatch');
    expect(await readdir(folder)).toEqual([]);
  });

  it('that are not installed are named', async () => {
    vi.stubEnv('PATH', path.join(root, 'nowhere'));
    await expect(backup()).rejects.toThrow('pg_dump cannot be run');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['has tables of another program', 'create table members (id int)', 'has tables of another program. Set DATABASE_URL to'],
    ['is empty', '', 'The database is empty. Set DATABASE_URL to that of the server.'],
  ])('do not begin if the database %s', async (_, statements, reason) => {
    const other = await freshPostgresDatabase();
    await ask(other.databaseUrl, statements);
    await expect(backup(other.databaseUrl)).rejects.toThrow(reason);
    await expect(calls()).rejects.toThrow('ENOENT');
    expect(await readdir(root)).not.toContain('backups');
  });

  it('leave out the tables of extensions and of other schemas', async () => {
    const shared = await freshPostgresDatabase();
    await ask(shared.databaseUrl, `create schema "Ours"; set search_path to "Ours"; ${ourTable}; ${extensionTable}`);
    await ask(
      shared.databaseUrl,
      `alter role ada in database ${new URL(shared.databaseUrl).pathname.slice(1)} set search_path to "Ours"`,
    );
    const url = `postgres://ada:${encodeURIComponent(password)}@${addressOf(shared.databaseUrl)}`;
    await ask(shared.databaseUrl, 'grant usage on schema "Ours" to ada');
    const made = await backup(url);
    expect(await calls()).toEqual([expect.stringContaining('--schema="Ours" --exclude-table="Ours"."spatial_ref_sys" --file')]);
    expect(JSON.parse(await readFile(path.join(made, 'contents.json'), 'utf8'))).toMatchObject({ schema: 'Ours' });
  });

  describe('restoring', () => {
    let empty: { readonly dataDir: string; readonly databaseUrl: string; readonly pictureBucket: null };
    beforeEach(async () => {
      empty = {
        dataDir: await mkdtemp(path.join(root, 'empty-')),
        databaseUrl: (await freshPostgresDatabase()).databaseUrl,
        pictureBucket: null,
      };
    });

    it('replaces the rows in one transaction, and then the files', async () => {
      await program('pg_restore', `test ! -e '${empty.dataDir}/pictures'`);
      const made = await backup();
      await restoreBackup(empty, made, nowMs);
      const { username, password: secret, host, pathname } = new URL(empty.databaseUrl);
      expect((await calls()).slice(1)).toEqual([
        `pg_restore ${args} --clean --if-exists --single-transaction --schema=public ${path.join(made, 'database.dump')} --dbname=postgres://${username}@${host}${pathname} [${secret}]`,
      ]);
      expect(await readdir(pictureOf(early, empty.dataDir))).toEqual(['512.webp']);
    });

    it('ends the sessions and login links that were restored, and then replaces the files', async () => {
      const made = await backup();
      await program('pg_restore', '');
      const logins = `create table login_links (id text); create table sessions (id text); create table mail_queue (id text);
        insert into sessions values ('session'); insert into login_links values ('link');
        insert into mail_queue values ('link'), ('another mail')`;
      await ask(empty.databaseUrl, `${ourTable}; ${logins}`);
      await restoreBackup(empty, made, nowMs);
      const client = new Client({ connectionString: empty.databaseUrl });
      await client.connect();
      const left = await client.query(
        'select id from sessions union all select id from login_links union all select id from mail_queue',
      );
      await client.end();
      expect(left.rows).toEqual([{ id: 'another mail' }]);
    });

    it('is reported as partly restored if the sessions cannot be ended, and keeps what it replaced', async () => {
      const made = await backup();
      await program('pg_restore', '');
      await ask(empty.databaseUrl, `${ourTable}; create view sessions as select 1 as id`);
      const restoring = restoreBackup(empty, made, nowMs);
      await expect(restoring).rejects.toThrow(PartlyRestored);
      expect(await readdir(path.join(empty.dataDir, `before-restore-${nowMs}`))).toEqual(['database.dump']);
    });

    it('that fails leaves the files as they were', async () => {
      await program('pg_restore', `echo 'out of space' >&2\nexit 1`);
      await expect(restoreBackup(empty, await backup(), nowMs)).rejects.toThrow('pg_restore failed: out of space');
      expect(await readdir(empty.dataDir)).not.toEqual(expect.arrayContaining([expect.stringMatching(/pictures|push-keys/)]));
    });

    it('keeps a dump of the tables that it replaces', async () => {
      await program('pg_restore', '');
      const made = await backup();
      await ask(empty.databaseUrl, ourTable);
      const kept = await restoreBackup(empty, made, nowMs);
      expect(kept).toBe(path.join(empty.dataDir, `before-restore-${nowMs}`));
      expect(await readFile(path.join(kept ?? '', 'database.dump'), 'utf8')).toBe('the rows\n');
      expect((await calls()).map((call) => call.split(' ')[0])).toEqual(['pg_dump', 'pg_dump', 'pg_restore']);
    });

    it('that fails keeps no previous tables, since nothing was replaced', async () => {
      await program('pg_restore', 'exit 1');
      const made = await backup();
      await ask(empty.databaseUrl, ourTable);
      await expect(restoreBackup(empty, made, nowMs)).rejects.toThrow('pg_restore failed');
      expect(await readdir(empty.dataDir)).not.toContain(`before-restore-${nowMs}`);
    });

    it('does not begin if the tables that it replaces cannot be kept', async () => {
      const made = await backup();
      await program('pg_dump', `echo 'out of space' >&2\nexit 1`);
      await ask(empty.databaseUrl, ourTable);
      await expect(restoreBackup(empty, made, nowMs)).rejects.toThrow(
        'The present tables cannot be kept: pg_dump failed: out of space. Set DATABASE_URL to an empty database.',
      );
      expect((await calls()).filter((call) => call.startsWith('pg_restore'))).toEqual([]);
      expect(await readdir(empty.dataDir)).not.toContain(`before-restore-${nowMs}`);
    });

    it('does not begin in a database of another program, which stays as it was', async () => {
      await program('pg_restore', '');
      const made = await backup();
      await ask(empty.databaseUrl, 'create table members (id int)');
      await expect(restoreBackup(empty, made, nowMs)).rejects.toThrow(
        `The schema "public" of the PostgreSQL database "${new URL(empty.databaseUrl).pathname.slice(1)}" has tables of another program. Set DATABASE_URL to an empty database.`,
      );
      expect(await calls()).toHaveLength(1);
      expect(await readdir(empty.dataDir)).toEqual([]);
    });

    it('begins in a database with the tables of an extension', async () => {
      await program('pg_restore', '');
      const made = await backup();
      await ask(empty.databaseUrl, extensionTable);
      await restoreBackup(empty, made, nowMs);
      expect((await calls()).map((call) => call.split(' ')[0])).toEqual(['pg_dump', 'pg_restore']);
    });

    it('does not begin where the server would use another schema', async () => {
      const made = await backup();
      await ask(empty.databaseUrl, `create schema postgres`);
      await expect(restoreBackup(empty, made, nowMs)).rejects.toThrow(
        'The backup is of the schema "public", but the server would use "postgres". Set the search_path of the user of DATABASE_URL to "public".',
      );
    });

    it('does not begin in a database of a newer version, whose new tables it would leave', async () => {
      await program('pg_restore', '');
      const made = await backup();
      const [first, second] = migrations.map(({ name }) => name);
      const inContents = path.join(made, 'contents.json');
      const contents = JSON.parse(await readFile(inContents, 'utf8')) as object;
      await writeFile(inContents, JSON.stringify({ ...contents, migration: first }));
      await ask(empty.databaseUrl, `${ourTable}; insert into migrations values (0, '${first}', 0)`);
      await restoreBackup(empty, made, nowMs);
      for (const [position, newer] of [second, '9999-unknown'].entries()) {
        await ask(empty.databaseUrl, `insert into migrations values (${position + 1}, '${newer}', 0)`);
        await expect(restoreBackup(empty, made, nowMs + 1)).rejects.toThrow(
          `The database is of a newer version than the backup (it has '${newer}'), and would keep tables of that version. Set DATABASE_URL to an empty database.`,
        );
      }
      expect((await calls()).filter((call) => call.startsWith('pg_restore'))).toHaveLength(1);
    });

    it('does not begin with a dump that has changed', async () => {
      await program('pg_restore', '');
      const made = await backup();
      await writeFile(path.join(made, 'database.dump'), 'other rows');
      await expect(restoreBackup(empty, made, nowMs)).rejects.toThrow('damaged: database.dump has changed');
      expect(await calls()).toHaveLength(1);
    });
  });
});

/** Older versions of pg_dump refuse the server of the tests. */
const oldestMajor = 18;
const major = Number(/ (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 0);
describe.skipIf(major < oldestMajor)('with the programs of this machine', () => {
  backupSuite(async () => (await freshPostgresDatabase()).databaseUrl);
});
