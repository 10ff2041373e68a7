// The ledger of decisions and views of evidence. Each row contains a hash of its content and of the hash of the row before.
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

/** Who acted: the product itself, or a member in their role in the case. */
export type Actor = 'product' | { readonly part: 'reporter' | 'juror' | 'admin' | 'subject'; readonly id: string };

export interface LedgerEntry {
  readonly caseId: string;
  readonly what: LedgerEvent;
  readonly who: Actor;
  /** A key or a count. It never contains a name or a quotation. */
  readonly detail?: string;
}

const emptyHead = '0'.repeat(64);

/** Adds a row. The database refuses to change or remove it later. */
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
  await ledger.add({ ...row, chain: chained(last?.chain ?? emptyHead, row) });
}

/** A member has a different pseudonym in each case, so that nobody can link the rows of several cases. */
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
  /** The hash of the last row. Whoever stores it elsewhere can prove later that no row up to it was changed or removed. */
  readonly head: string;
  /** The first row with a wrong hash. Null if all are right. */
  readonly brokenAt: number | null;
  readonly hasHead: boolean;
}

const batchSize = 1_000;

/** Checks all rows. `hasHead` says whether one of them has the hash `expectedHead`. */
export async function verifyLedger(db: Pick<Db, 'read'>, expectedHead?: string): Promise<LedgerState> {
  const ledger = createLedgerStore(db.read);
  let rows = 0;
  let head = emptyHead;
  let hasHead = expectedHead === undefined || expectedHead === emptyHead;
  for (;;) {
    const batch = await ledger.after(rows, batchSize);
    for (const row of batch) {
      if (Number(row.place) !== rows + 1 || row.chain !== chained(head, row)) return { rows, head, brokenAt: rows + 1, hasHead };
      rows += 1;
      head = row.chain;
      hasHead ||= head === expectedHead;
    }
    if (batch.length < batchSize) return { rows, head, brokenAt: null, hasHead };
  }
}
