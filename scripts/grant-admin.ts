// Makes a member an administrator: npm run grant-admin -- EMAIL
import { randomUUID } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import { openExistingDatabase } from '#server/db/existing-database.ts';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { createAuditStore } from '#server/features/session/audit.store.ts';
import { normalizeEmail } from '#server/features/session/normalize-email.ts';

try {
  console.log(await grantAdmin(process.argv[2] ?? ''));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Adds ADMIN to the roles of the account with an address. Returns a confirmation. If it fails, throws the reason. */
async function grantAdmin(typed: string): Promise<string> {
  const email = normalizeEmail(typed);
  if (email === null) throw new Error('Usage: npm run grant-admin -- EMAIL');
  const db = await openExistingDatabase(readConfig(process.env));
  try {
    return await db.write(async (tx) => {
      const accounts = createAccountsStore(tx);
      const account = await accounts.findByEmail(email);
      if (!account) throw new Error(`There is no account for ${email}. The first login creates it.`);
      if (account.roles.includes('ADMIN')) return `${email} is already an administrator.`;
      await accounts.update(account.id, { roles: [...account.roles, 'ADMIN'] });
      await createAuditStore(tx).add({
        id: randomUUID(),
        accountId: account.id,
        what: 'admin-granted',
        ip: null,
        nowMs: Date.now(),
      });
      return `${email} is now an administrator, also on a running server.`;
    });
  } finally {
    await db.close();
  }
}
