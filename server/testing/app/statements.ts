// Records the statements sent to a database, for tests that compare or explain them.
import type { CompiledQuery, Kysely, KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** The same database, which appends the SQL of each statement (without values) to `statements`. */
export const recordingDb = (db: Db, statements: string[]): Db => observedDb(db, (statement) => statements.push(statement.sql));

/** The same database, which passes on each statement before it runs. */
export function observedDb(db: Db, observe: (statement: CompiledQuery) => void): Db {
  const plugin = (of: Kysely<never>): KyselyPlugin => ({
    transformQuery({ node, queryId }) {
      observe(of.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const read = db.read.withPlugin(plugin(db.read as unknown as Kysely<never>));
  return {
    ...db,
    read,
    write: (work) => db.write(async (tx) => work(tx.withPlugin(plugin(tx as unknown as Kysely<never>)) as unknown as typeof tx)),
  };
}
