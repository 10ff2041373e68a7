// The conformance tests on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { conformanceTests, type TestStore } from './conformance.suite.ts';
import { databaseFile } from './sqlite.ts';

async function newStore(): Promise<TestStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'database-'));
  return {
    dataDir,
    async committedIds() {
      const raw = new SqliteDatabase(databaseFile(dataDir), { readonly: true });
      try {
        return raw.prepare<[], string>('select id from notes order by id').pluck().all();
      } finally {
        raw.close();
      }
    },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

conformanceTests(newStore);
