// The ledger of decisions and of every view of private material, chained by hashes.
import { createHash, createHmac } from 'node:crypto';
import type { Db, Tx } from '#server/db/open.ts';
import { createSecretsStore } from '#server/db/secrets.ts';
import type { World } from '#server/world.ts';
import { createLedgerStore, type LedgerRow } from './ledger.store.ts';

type LedgerEvent =
  | 'opened'
  | 'reported'
  | 'drawn'
  | 'declined'
  | 'absent'
  | 'looked'
  | 'voted'
  | 'decided'
  | 'referred'
  | 'appealed'
  | 'evidence-gone';

/** The product itself, or a member in their part in this case. */
export type Actor = 'product' | { readonly part: 'reporter' | 'juror' | 'admin' | 'subject'; readonly id: string };

export interface LedgerEntry {
  readonly caseId: string;
  readonly what: LedgerEvent;
  readonly who: Actor;
  /** A key of the rules, a count or a hash; never a name or a quote. */
  readonly detail?: string;
}

/** The head of an empty chain. */
const beginning = '0'.repeat(64);

/** Adds a row in the write that it records; the database refuses to change or remove it later. */
export async function recordIn(
  { clock, db, ids }: Pick<World, 'clock' | 'db' | 'ids'>,
  tx: Tx,
  entry: LedgerEntry,
): Promise<void> {
  await db.lock(tx, 'ledger');
  const ledger = createLedgerStore(tx);
  const key = await createSecretsStore(tx).findOrStore('ledger-key', ids.secret(32));
  const last = await ledger.last();
  const row = {
    place: (last?.place ?? 0) + 1,
    at_ms: clock.now(),
    case_id: entry.caseId,
    what: entry.what,
    who: pseudonymOf(key, entry),
    detail: entry.detail ?? '',
  };
  await ledger.add({ ...row, chain: chained(last?.chain ?? beginning, row) });
}

/** A member has another pseudonym in each case, so that rows of several cases can't be linked. */
function pseudonymOf(key: string, { caseId, who }: LedgerEntry): string {
  if (who === 'product') return who;
  return `${who.part}:${createHmac('sha256', key).update(`${caseId} ${who.id}`).digest('hex').slice(0, 24)}`;
}

const chained = (before: string, { place, at_ms, case_id, what, who, detail }: Omit<LedgerRow, 'chain'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, Number(place), Number(at_ms), case_id, what, who, detail]))
    .digest('hex');

export interface LedgerState {
  readonly rows: number;
  /** The hash of the last row: stored elsewhere, it proves later that nothing before it was changed or cut off. */
  readonly head: string;
  /** The first row that does not fit those before it; null where all do. */
  readonly brokenAt: number | null;
  /** Whether the chain contains the wanted head. */
  readonly hasHead: boolean;
}

const batchSize = 1_000;

/** Checks the whole chain, and whether it contains `wantedHead`. */
export async function verifyLedger(db: Pick<Db, 'read'>, wantedHead?: string): Promise<LedgerState> {
  const ledger = createLedgerStore(db.read);
  let rows = 0;
  let head = beginning;
  let hasHead = wantedHead === undefined || wantedHead === beginning;
  for (;;) {
    const batch = await ledger.after(rows, batchSize);
    for (const row of batch) {
      if (Number(row.place) !== rows + 1 || row.chain !== chained(head, row)) return { rows, head, brokenAt: rows + 1, hasHead };
      rows += 1;
      head = row.chain;
      hasHead ||= head === wantedHead;
    }
    if (batch.length < batchSize) return { rows, head, brokenAt: null, hasHead };
  }
}
