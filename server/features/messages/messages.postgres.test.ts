// The statements that sending a message needs on PostgreSQL. The other tests of messages run there with three processes
// (live/live-of-processes.postgres.test.ts).
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import { write } from '#server/testing/members/actions.ts';

test('a message to a known member takes two statements besides those for its number and its transaction', async () => {
  const app = await openPostgresTestApp();
  const [anton, boris] = [await app.member(), await app.member()];
  await write(anton, boris, 'first');
  const query = vi.spyOn(Client.prototype, 'query');
  await write(anton, boris, 'second');
  const { contexts } = query.mock;
  const asked = query.mock.calls.map(([one], at) => ({
    text: String((one as unknown as { text?: string }).text ?? one),
    connection: contexts[at],
  }));
  query.mockRestore();
  // The server's own work may run at the same time, on another connection.
  const isInsert = (text: string) => text.includes('insert into "messages"');
  const connection = asked.find(({ text }) => isInsert(text))?.connection;
  const statements = asked.filter((one) => one.connection === connection).map(({ text }) => text);
  const insert = statements.findIndex(isInsert);
  const own = statements.slice(statements.lastIndexOf('begin', insert), statements.indexOf('commit', insert) + 1);
  expect(own).toEqual([
    'begin',
    expect.stringContaining('nextval'),
    expect.stringContaining('insert into "messages"'),
    expect.stringContaining('insert into "notifications"'),
    'commit',
  ]);
  await app.close();
});
