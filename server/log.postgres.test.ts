// Errors of PostgreSQL, which contain values of a row, are logged without them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { openPostgresTestApp } from '#server/testing/app/postgres-app.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';
import { createLog } from './log.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openPostgresTestApp();
});
afterAll(() => app.close());

const email = 'anton.antonsson@example.org';

function logged(error: unknown): string {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error({ err: error }, 'a call failed');
  log.error(error, 'a call failed');
  expect(lines).toHaveLength(2);
  return lines.join('');
}

test('an error of the database names its constraint and place, and no value', async () => {
  await app.member({ email });
  const row = { id: crypto.randomUUID(), profileId: crypto.randomUUID(), email, acknowledgements: [], nowMs: app.clock.now() };
  const repeated = await app.world.db.write((tx) => createAccountsStore(tx).insert(row)).catch((error: unknown) => error);
  expect(JSON.stringify(repeated)).toContain(email);
  const incomplete = await app.world.db
    .write((tx) =>
      tx
        .updateTable('accounts')
        .set({ name: null as unknown as string })
        .where('email', '=', email)
        .execute(),
    )
    .catch((error: unknown) => error);
  expect(JSON.stringify(incomplete)).toContain(email);
  for (const error of [repeated, incomplete, new Error('The call failed.', { cause: repeated })])
    expect(logged(error)).not.toContain('antonsson');
  expect(logged(repeated)).toMatch(/accounts_email_key.*accounts\.store\.ts.*23505/);
});

test('the arguments of a command are left out', () => {
  const failed = Object.assign(new Error('READONLY'), { command: { name: 'set', args: [email] } });
  expect(logged(failed)).not.toContain('antonsson');
  expect(logged(failed)).toContain('READONLY');
});
