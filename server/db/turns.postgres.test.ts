// Turns of jobs among processes that share a PostgreSQL database, also when a process ends, is stopped or is cut off.
import { spawn } from 'node:child_process';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgresDatabase } from '#server/testing/app/postgres.ts';
import { type Notes, notesMigration } from './conformance.suite.ts';
import { type Db, openDatabase } from './open.ts';

async function sharedBy(count: number) {
  const { databaseUrl, remove } = await freshPostgresDatabase();
  const open = () => openDatabase<Notes>({ dataDir: '', databaseUrl, migrations: [notesMigration] });
  const processes: Db<Notes>[] = [];
  for (let number = 0; number < count; number += 1) processes.push(await open());
  const outside = new Client({ connectionString: databaseUrl });
  await outside.connect();
  onTestFinished(async () => {
    await outside.end();
    await Promise.all(processes.map((db) => db.close()));
    await remove();
  });
  const holder = `select pid from pg_locks where locktype = 'advisory' and granted and classid = 7203413`;
  const endHolder = () => outside.query(`select pg_terminate_backend(pid) from (${holder}) as holders`);
  return { databaseUrl, processes, outside, holder, endHolder };
}

const note = (db: Db<Notes>, id: string) =>
  db.write((tx) => tx.insertInto('notes').values({ id, room: '', body: '', number: 0, is_pinned: 0, weight: null }).execute());

const nothing = async () => undefined;

test('jobs of one name never run at the same time, and those of other names do', async () => {
  const { processes } = await sharedBy(3);
  let [running, most, runs, left] = [0, 0, 0, 0];
  const job = async () => {
    runs += 1;
    most = Math.max(most, (running += 1));
    for (const db of processes) await db.read.selectFrom('notes').selectAll().execute();
    running -= 1;
  };
  for (let round = 0; round < 20; round += 1)
    for (const hasRun of await Promise.all(processes.map((db) => db.inTurn('sweep', job)))) left += Number(!hasRun);
  expect([most, runs + left]).toEqual([1, 60]);
  expect(runs).toBeGreaterThanOrEqual(20);
  const [first, second] = processes;
  expect(await first!.inTurn('one', async () => expect(await second!.inTurn('other', nothing)).toBe(true))).toBe(true);
  expect(await first!.inTurn('one', async () => expect(await first!.inTurn('one', nothing)).toBe(false))).toBe(true);
});

test('a job that fails gives the turn back', async () => {
  const { processes } = await sharedBy(2);
  await expect(processes[0]!.inTurn('sweep', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await processes[1]!.inTurn('sweep', nothing)).toBe(true);
});

test('a process that has lost its connection writes nothing more of its job, but everything else', async () => {
  const { processes, endHolder } = await sharedBy(2);
  const [first, second] = processes;
  const job = first!.inTurn('sweep', async () => {
    await note(first!, 'in turn');
    await endHolder();
    await expect.poll(() => second!.inTurn('sweep', () => note(second!, 'of the next'))).toBe(true);
    await expect.poll(() => note(first!, 'too late').catch(({ code }: { code: string }) => code)).toBe('database-unavailable');
  });
  expect(await job).toBe(true);
  await note(first!, 'afterwards');
  expect(await first!.inTurn('sweep', () => note(first!, 'again'))).toBe(true);
  const ids = (await first!.read.selectFrom('notes').select('id').orderBy('id').execute()).map(({ id }) => id);
  expect(ids).toEqual(['afterwards', 'again', 'in turn', 'of the next']);
});

/** A process whose job stores notes until it is killed, or may store no more. Then it prints why. */
async function holderOf(databaseUrl: string) {
  const source = `
    import { setTimeout as pause } from 'node:timers/promises';
    import { openDatabase } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
    const migrations = [{ name: ${JSON.stringify(notesMigration.name)} }];
    const db = await openDatabase({ dataDir: '', databaseUrl: ${JSON.stringify(databaseUrl)}, migrations });
    const note = { room: '', body: '', number: 0, is_pinned: 0, weight: null };
    const storeNotes = async () => {
      for (let number = 0; ; number += 1, await pause(20)) {
        await db.write((tx) => tx.insertInto('notes').values({ ...note, id: 'note ' + number }).execute());
        if (number === 0) console.log('held');
      }
    };
    await db.inTurn('sweep', storeNotes).catch(({ code }) => console.log(code));
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => said.push(text.trim()));
  await expect.poll(() => said).toEqual(['held']);
  return { child, said };
}

test('the turn of a process that was killed is free at once', async () => {
  const { databaseUrl, processes } = await sharedBy(1);
  const { child } = await holderOf(databaseUrl);
  expect(await processes[0]!.inTurn('sweep', nothing)).toBe(false);
  child.kill('SIGKILL');
  await expect.poll(() => processes[0]!.inTurn('sweep', nothing)).toBe(true);
});

test('the turn of a process that is stopped passes on after 20 seconds, and when that process continues it writes no more of its job', async () => {
  const { databaseUrl, processes, outside, holder } = await sharedBy(1);
  const [db] = processes;
  const { child, said } = await holderOf(databaseUrl);
  child.kill('SIGSTOP');
  const silent = `select extract(epoch from now() - state_change) as seconds from pg_stat_activity where pid in (${holder})`;
  const stored = async () => (await db!.read.selectFrom('notes').select('id').execute()).length;
  let [seconds, count] = [0, 0];
  const takeOver = async () => {
    const { rows } = await outside.query<{ seconds: string }>(silent);
    seconds = Number(rows[0]?.seconds ?? seconds);
    return db!.inTurn('sweep', async () => (count = await stored()));
  };
  await expect.poll(takeOver, { timeout: 120_000, interval: 500 }).toBe(true);
  expect(seconds).toBeGreaterThan(15);
  child.kill('SIGCONT');
  await expect.poll(() => said).toEqual(['held', 'database-unavailable']);
  expect(await stored()).toBe(count);
});
