// An index of the audit rows by account, for archives and deletions.
import type { Migration } from '#server/db/open.ts';

export const auditAccount: Migration = {
  name: '0027-audit-account',
  async up(db) {
    await db.schema.createIndex('audit_by_account').on('audit').columns(['account_id', 'created_ms']).execute();
  },
};
