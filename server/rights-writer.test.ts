// Writes that waited on a device are refused in the session of another member, who has logged in there since.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlOf, type AnyEndpoint } from '#shared/contract/endpoint.ts';
import { writerHeader } from '#shared/rules/writer.ts';
import { nameOf, rowNameOf, unknownId } from './testing/contract/contract-row.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { everyRow, everyTable } from './testing/app/whole-database.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';
import type { Member } from './testing/app/members.ts';

let app: TestApp;
let [writer, other]: Member[] = [];
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  [writer, other] = [await app.member(), await app.member()];
  // The first sweeps store rows, too.
  await app.sweptOnce();
});
afterAll(() => app.close());

/** The rows of all tables except sessions, in which each use is stored. */
const rowsOfAll = async () => {
  const tables = (await everyTable(app.world.db)).map(({ name }) => name).filter((name) => name !== 'sessions');
  return Promise.all(tables.map(async (name) => [name, await everyRow(app.world.db, name)]));
};

test.each(
  contractTable.filter(({ call }) => (call as AnyEndpoint).waits !== undefined).map((row) => [rowNameOf(row), row] as const),
)('%s', async (_name, { call, ask }) => {
  if (writer === undefined || other === undefined) throw new Error('There are two members.');
  const { params, query, body } = ask(unknownId, other);
  const url = urlOf(call.path, params, query);
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const before = await rowsOfAll();
  const answer = await other.send(call.method, url, text, { ...type, [writerHeader]: writer.profileId });
  expect([nameOf(call), answer.status, answer.body]).toMatchObject([nameOf(call), 403, { code: 'not-your-profile' }]);
  expect(await rowsOfAll()).toEqual(before);
  const own = await other.send(call.method, url, text, { ...type, [writerHeader]: other.profileId });
  const without = await other.send(call.method, url, text, type);
  expect(own.status).toBe(without.status);
});
