// Kills the server between committing a login link and mailing it: the next server sends it, at most twice.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { databaseFile } from '#server/db/sqlite.ts';
import { browserOf } from '#server/testing/app/browser.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { kill, startServer } from '#server/testing/faults/killed-server.ts';
import { askForLink, logIn } from '#server/testing/members/sign-in.ts';
import { startSmtp } from '#server/testing/fakes/smtp.ts';

test('a link that was requested before a kill arrives after it', async () => {
  const smtp = await startSmtp();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mail-kill-'));
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', SMTP_URL: smtp.url };
  const visitor = () => browserOf(`http://localhost:${port}`);
  let server: Awaited<ReturnType<typeof startServer>>['server'] | undefined;
  const addresses: string[] = [];
  try {
    // The first mail is always interrupted, since the mail server does not respond; the others at any moment.
    for (let killedAfterMs = 0; killedAfterMs < 30; killedAfterMs += 6) {
      smtp.behaviour.isMute = killedAfterMs === 0;
      server = (await startServer(env, visitor())).server;
      const email = `killed-after-${killedAfterMs}@example.org`;
      expect((await askForLink(visitor(), email)).status).toBe(200);
      addresses.push(email);
      await new Promise((resolve) => setTimeout(resolve, killedAfterMs));
      await kill(server);
      expect(rows(dataDir)).toHaveLength(addresses.length);
      if (killedAfterMs === 0) expect(rows(dataDir)).toEqual([{ state: 'waiting' }]);
    }

    expireClaims(dataDir);
    server = (await startServer(env, visitor())).server;
    await vi.waitFor(() => expect(rows(dataDir).map(({ state }) => state)).toEqual(addresses.map(() => 'sent')), 60_000);
    for (const email of addresses) {
      const mails = smtp.received.filter(({ to }) => to.includes(email));
      expect(mails.length).toBeGreaterThanOrEqual(1);
      expect(mails.length).toBeLessThanOrEqual(2);
      expect(new Set(mails.map(({ text, headers }) => `${headers.get('message-id')} ${text}`)).size).toBe(1);
    }
    for (const email of addresses) {
      const token = /#token=([\w-]+)/.exec(smtp.received.find(({ to }) => to.includes(email))?.text ?? '')?.[1] ?? '';
      const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
      expect((await logIn(visitor(), { username, password })).status).toBe(200);
    }
  } finally {
    await kill(server);
    await smtp.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

function rows(dataDir: string): { state: string }[] {
  const db = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
  try {
    return db.prepare<[], { state: string }>('select state from mail_queue order by created_ms').all();
  } finally {
    db.close();
  }
}

/** Makes interrupted mails due, as if a minute had passed. */
function expireClaims(dataDir: string): void {
  const db = new SqliteDatabase(databaseFile(dataDir));
  db.prepare("update mail_queue set next_ms = next_ms - 60000 where state = 'waiting'").run();
  db.close();
}
