// Asks PostgreSQL for the outcome of a transaction whose commit was not confirmed, because its connection was lost.
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

const askEveryMs = 100;
const knownWithinMs = 5_000;

/** The id of the transaction in which it is selected. */
export const transactionId = sql<string>`pg_current_xact_id()::text`;

/** False as well if the outcome cannot be found out within a few seconds. */
export async function wasCommitted<S>(db: Kysely<S>, id: string): Promise<boolean> {
  const endsMs = performance.now() + knownWithinMs;
  do {
    const asked = sql<{ status: string | null }>`select pg_xact_status(${id}::xid8) as status`.execute(db);
    const status = await asked.then(
      ({ rows }) => rows[0]?.status,
      () => 'in progress',
    );
    if (status !== 'in progress') return status === 'committed';
    await delay(askEveryMs);
  } while (performance.now() < endsMs);
  return false;
}
