// The change log of a PostgreSQL database: the events that transactions have committed, and the processes that follow them.
import { sql, type QueryExecutorProvider } from 'kysely';

/** The changes of one transaction. */
export interface LoggedTransaction {
  readonly ids: readonly string[];
  readonly xid: string;
}

interface LoggedChange {
  readonly id: string;
  readonly event: string;
  /** True if transactions that began earlier were not finished when it was read, so that it is read again. */
  readonly isAhead: boolean;
}

export interface ChangesSince {
  /** All transactions before this one were finished when the changes were read. */
  readonly horizon: string;
  readonly changes: readonly LoggedChange[];
}

/** What a process reports to the others. */
export interface ProcessReport {
  readonly horizon: string;
  /** The changes at or after the horizon that it has applied. */
  readonly applied: readonly string[];
  /** For how long it may answer members from now on; 0 if it does not. */
  readonly leaseMs: number;
}

/** `id` is that of the process. `run` may be the transaction of a write. */
export function createChangeLog(run: QueryExecutorProvider, id: string) {
  return {
    /** Call it at the end of a transaction, so that changes of the same rows are numbered in the order of their commits. */
    async add(events: readonly string[]): Promise<LoggedTransaction> {
      const { rows } = await sql<{ id: string; xid: string }>`
        insert into changes (event)
        select event from unnest(${events}::text[]) with ordinality as added(event, place) order by place
        returning id::text, xid::text`.execute(run);
      return { ids: rows.map((row) => row.id), xid: rows[0]?.xid ?? '' };
    },

    /**
     * The committed changes of transactions from `horizon` on, in the order of their numbers. A number can be committed after a higher
     * one, so those that are ahead of the new horizon are read again.
     */
    async since(horizon: string): Promise<ChangesSince> {
      const { rows } = await sql<{ horizon: string; id: string | null; event: string; isAhead: 0 | 1 }>`
        select horizon::text, changes.id::text, event, xid >= horizon as "isAhead"
        from (select pg_snapshot_xmin(pg_current_snapshot()) as horizon) as now
        left join changes on xid >= ${horizon}::xid8 order by changes.id`.execute(run);
      const changes = rows.flatMap(({ id, event, isAhead }) => (id === null ? [] : [{ id, event, isAhead: isAhead === 1 }]));
      return { horizon: rows[0]?.horizon ?? horizon, changes };
    },

    /**
     * Adds the process, which does not answer members yet. Returns the horizon from which it has to follow. Removes changes of transactions
     * that are still to come: those are of another server, whose backup was restored here, and would be followed as new ones.
     */
    async join(): Promise<string> {
      await sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(run);
      const { rows } = await sql<{ followed: string }>`
        insert into processes (id, followed, alive_until, told_at)
        values (${id}, pg_snapshot_xmin(pg_current_snapshot()), '-infinity', clock_timestamp())
        returning followed::text`.execute(run);
      return rows[0]?.followed ?? '0';
    },

    /** False if the process was removed, because it had reported nothing for long. */
    async report({ horizon, applied, leaseMs }: ProcessReport): Promise<boolean> {
      const { numAffectedRows } = await sql`
        update processes set followed = ${horizon}::xid8, applied = ${applied}::bigint[], told_at = clock_timestamp(),
          alive_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
        where id = ${id}`.execute(run);
      return numAffectedRows === 1n;
    },

    /** Whether all other processes that may answer members have applied these changes. */
    async isKnownToAll({ ids, xid }: LoggedTransaction): Promise<boolean> {
      const { rows } = await sql<{ behind: number }>`
        select count(*)::int as behind from processes
        where id <> ${id} and alive_until > clock_timestamp()
          and not (followed > ${xid}::xid8 or applied @> ${ids}::bigint[])`.execute(run);
      return rows[0]?.behind === 0;
    },

    async leave(): Promise<void> {
      await sql`delete from processes where id = ${id}`.execute(run);
    },

    /** Removes processes that have reported nothing for this long, and changes of this age that all others know. */
    async forget(afterMs: number): Promise<void> {
      const before = sql`clock_timestamp() - make_interval(secs => ${afterMs / 1_000})`;
      await sql`delete from processes where told_at < ${before}`.execute(run);
      await sql`delete from changes where at < ${before}
        and xid < (select coalesce(min(followed), pg_snapshot_xmin(pg_current_snapshot())) from processes)`.execute(run);
    },
  };
}
