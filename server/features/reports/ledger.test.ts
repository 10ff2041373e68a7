// Tests the rows of the ledger, and the check that its chain is intact and contains an earlier hash.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openTestWorld } from '#server/testing/app/test-world.ts';
import { recordIn, verifyLedger, type LedgerEntry } from './ledger.service.ts';

let opened: Awaited<ReturnType<typeof openTestWorld>>;
beforeEach(async () => {
  opened = await openTestWorld();
});
afterEach(() => opened.close());

const record = (entry: LedgerEntry) => opened.world.db.write((tx) => recordIn(opened.world, tx, entry));
const rows = () => opened.world.db.read.selectFrom('ledger').selectAll().orderBy('place').execute();
const verify = (head?: string) => verifyLedger(opened.world.db, head);
const emptyHead = '0'.repeat(64);
async function recordThree() {
  await record({ caseId: 'c1', what: 'opened', who: 'product', detail: 'members hate' });
  await record({ caseId: 'c1', what: 'reported', who: { part: 'reporter', id: 'boris' }, detail: 'hate' });
  opened.clock.pass(1_000);
  await record({ caseId: 'c2', what: 'looked', who: { part: 'juror', id: 'boris' } });
}

test('rows are numbered and dated, and name members by their part and a pseudonym for each case', async () => {
  await recordThree();
  await record({ caseId: 'c2', what: 'voted', who: { part: 'juror', id: 'boris' } });
  const stored = await rows();
  expect(stored.map(({ place, what, detail, case_id }) => [place, what, detail, case_id])).toEqual([
    [1, 'opened', 'members hate', 'c1'],
    [2, 'reported', 'hate', 'c1'],
    [3, 'looked', '', 'c2'],
    [4, 'voted', '', 'c2'],
  ]);
  expect(stored.map(({ at_ms }) => at_ms - opened.clock.now())).toEqual([-1_000, -1_000, 0, 0]);
  const [product, reporter, juror, again] = stored.map(({ who }) => who);
  expect([product, again]).toEqual(['product', juror]);
  expect(reporter).toMatch(/^reporter:[\da-f]{24}$/);
  expect(juror).toMatch(/^juror:[\da-f]{24}$/);
  expect(juror?.split(':')[1]).not.toBe(reporter?.split(':')[1]);
});

test('the check finds each hash of an intact chain, and no other hash', async () => {
  expect(await verify()).toEqual({ rows: 0, head: emptyHead, brokenAt: null, hasHead: true });
  expect((await verify('another')).hasHead).toBe(false);
  await recordThree();
  const chain = (await rows()).map(({ chain }) => chain);
  expect(await verify()).toEqual({ rows: 3, head: chain[2], brokenAt: null, hasHead: true });
  for (const head of [emptyHead, ...chain]) expect((await verify(head)).hasHead).toBe(true);
  expect((await verify('another')).hasHead).toBe(false);
});

test.each([
  ['a changed detail', sql`update ledger set detail = 'spam' where place = 2`, 2],
  ['a changed time', sql`update ledger set at_ms = at_ms + 1 where place = 3`, 3],
  ['a changed actor', sql`update ledger set who = 'product' where place = 2`, 2],
  ['a changed case', sql`update ledger set case_id = 'c3' where place = 1`, 1],
  ['a removed row', sql`delete from ledger where place = 2`, 2],
  ['a removed first row', sql`delete from ledger where place = 1`, 1],
])('the check finds %s', async (_, change, brokenAt) => {
  await recordThree();
  const chain = (await rows()).map((row) => row.chain);
  // Anybody with access to the database file could do this.
  const triggers = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger' and tbl_name = 'ledger'`
    .execute(opened.world.db.read)
    .then((found) => found.rows);
  await opened.world.db.write(async (tx) => {
    for (const { name } of triggers) await sql`drop trigger ${sql.id(name)}`.execute(tx);
    await change.execute(tx);
  });
  const head = chain[brokenAt - 2] ?? emptyHead;
  expect(await verify(chain[2])).toEqual({ rows: brokenAt - 1, head, brokenAt, hasHead: false });
});
