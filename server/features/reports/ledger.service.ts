// The record of decisions and of every look at private material: a chain in which each row vouches for all before it.
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

/** The product itself, or somebody in the part he has in this case. */
export type Actor = 'product' | { readonly part: 'reporter' | 'juror' | 'admin' | 'subject'; readonly id: string };

export interface LedgerEntry {
  readonly caseId: string;
  readonly what: LedgerEvent;
  readonly who: Actor;
  /** A word of the rules, a count or a hash: nothing that names or quotes anybody. */
  readonly detail?: string;
}

/** Before the first row. */
const beginning = '0'.repeat(64);

/** Adds a row in the write that does what it says; the database refuses to change or remove it later. */
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
    who: whoIs(key, entry),
    detail: entry.detail ?? '',
  };
  await ledger.add({ ...row, chain: chained(last?.chain ?? beginning, row) });
}

/** Of one case alone: the same member is somebody else in the next, so that rows of several cases can't be laid side by side. */
function whoIs(key: string, { caseId, who }: LedgerEntry): string {
  if (who === 'product') return who;
  return `${who.part}:${createHmac('sha256', key).update(`${caseId} ${who.id}`).digest('hex').slice(0, 24)}`;
}

const chained = (before: string, { place, at_ms, case_id, what, who, detail }: Omit<LedgerRow, 'chain'>): string =>
  createHash('sha256')
    .update(JSON.stringify([before, Number(place), Number(at_ms), case_id, what, who, detail]))
    .digest('hex');

export interface LedgerState {
  readonly rows: number;
  /** Of the last row: kept elsewhere, it proves later that nothing before it was changed or cut off. */
  readonly head: string;
  /** The first row that does not follow from those before it; null where all do. */
  readonly brokenAt: number | null;
  /** Whether the head that was asked for is there. */
  readonly hasHead: boolean;
}

const readAtOnce = 1_000;

/** Walks the whole chain. With `wantedHead`: also whether it passes through that one. */
export async function verifyLedger(db: Pick<Db, 'read'>, wantedHead?: string): Promise<LedgerState> {
  const ledger = createLedgerStore(db.read);
  let rows = 0;
  let head = beginning;
  let hasHead = wantedHead === undefined || wantedHead === beginning;
  for (;;) {
    const batch = await ledger.after(rows, readAtOnce);
    for (const row of batch) {
      if (Number(row.place) !== rows + 1 || row.chain !== chained(head, row)) return { rows, head, brokenAt: rows + 1, hasHead };
      rows += 1;
      head = row.chain;
      hasHead ||= head === wantedHead;
    }
    if (batch.length < readAtOnce) return { rows, head, brokenAt: null, hasHead };
  }
}
