// Runs queries of which only the number of rows matters, or whether there is any.
import { sql, type DeleteResult, type InsertResult, type SelectQueryBuilder, type UpdateResult } from 'kysely';

/** How many rows a query finds. The query must not select any columns. */
export async function countRows<Tables, Name extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
): Promise<number> {
  // PostgreSQL's count is a bigint, which its driver returns as text.
  const counted = query.select(sql`count(*)`.as('count')).$castTo<{ count: number | string }>();
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** True if a query selects a row. */
export const hasRow = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined;

interface Change {
  executeTakeFirstOrThrow(): Promise<DeleteResult | InsertResult | UpdateResult>;
}

/** How many rows a query deletes, updates or inserts. */
export async function countChanged(change: Change): Promise<number> {
  const result = await change.executeTakeFirstOrThrow();
  if ('numDeletedRows' in result) return Number(result.numDeletedRows);
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows);
}

/** True if a query deletes, updates or inserts a row. */
export const hasChanged = async (change: Change): Promise<boolean> => (await countChanged(change)) > 0;
