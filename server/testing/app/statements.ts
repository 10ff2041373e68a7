// Records the statements sent to a database, for tests that compare the cost of calls.
import type { Kysely, KyselyPlugin } from 'kysely';
import type { Db } from '#server/db/open.ts';

/** The same database, which appends the SQL of each statement (without values) to `statements`. */
export function recordingDb(db: Db, statements: string[]): Db {
  const plugin = (of: Kysely<never>): KyselyPlugin => ({
    transformQuery({ node, queryId }) {
      statements.push(of.getExecutor().compileQuery(node, queryId).sql);
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
