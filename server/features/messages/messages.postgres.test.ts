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
  const statements = query.mock.calls.map(([asked]) => String((asked as unknown as { text?: string }).text ?? asked));
  query.mockRestore();
  const own = statements.slice(statements.indexOf('begin'), statements.indexOf('commit') + 1);
  expect(own).toEqual([
    'begin',
    expect.stringContaining('nextval'),
    expect.stringContaining('insert into "messages"'),
    expect.stringContaining('insert into "notifications"'),
    'commit',
  ]);
  await app.close();
});
