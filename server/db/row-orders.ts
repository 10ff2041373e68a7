// The order in which sweeps read batches of rows that may fail.
import { sql } from 'kysely';

/** For a batch that is read again and again, so that items that always fail do not fill all batches. */
export const inRandomOrder = sql<number>`random()`;
