// Stores cases, reports and appeals.
import type { ExpressionBuilder, Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { hasRow } from '#server/db/row-counts.ts';
import { inRandomOrder } from '#server/db/row-orders.ts';

export type StoredCase = Selectable<Schema['cases']>;
export type StoredReport = Selectable<Schema['reports']>;
export type NewCase = Insertable<Schema['cases']>;
type CaseChange = Updateable<Schema['cases']>;

const isNotJudgedBy = (row: ExpressionBuilder<Schema, 'cases'>, profileId: string) =>
  row('cases.id', 'not in', row.selectFrom('case_jurors').select('case_id').where('juror_id', '=', profileId));

export const isDecided = ({ state }: Pick<StoredCase, 'state'>): boolean =>
  state === 'decided' || state === 'appealed' || state === 'final';

export function createCasesStore(db: Kysely<Schema>) {
  const cases = db.selectFrom('cases').selectAll();
  const reportsWithStates = db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'reports.case_id')
    .selectAll('reports')
    .select('cases.state');

  return {
    async find(id: string): Promise<StoredCase | null> {
      return (await cases.where('id', '=', id).executeTakeFirst()) ?? null;
    },

    async insert(row: NewCase): Promise<void> {
      await db.insertInto('cases').values(row).execute();
    },

    async change(id: string, change: CaseChange): Promise<void> {
      await db.updateTable('cases').set(change).where('id', '=', id).execute();
    },

    /** The newest undecided case of this origin, opened after `sinceMs`, in which `notJudgedBy` was not a juror. */
    openAbout: (subjectId: string, origin: StoredCase['origin'], sinceMs: number, notJudgedBy = '') =>
      cases
        .where('subject_id', '=', subjectId)
        .where('origin', '=', origin)
        .where('state', 'in', ['waiting', 'judging', 'referred'])
        .where('opened_ms', '>', sinceMs)
        .where((row) => isNotJudgedBy(row, notJudgedBy))
        .orderBy('opened_ms', 'desc')
        .executeTakeFirst(),

    /** The newest case about the item, open or decided, opened after `sinceMs`, in which `notJudgedBy` was not a juror. */
    aboutItem: (subjectId: string, kind: StoredCase['item_kind'], itemId: string, sinceMs: number, notJudgedBy = '') =>
      db
        .selectFrom('cases')
        .innerJoin('reports', 'reports.case_id', 'cases.id')
        .selectAll('cases')
        .where('cases.subject_id', '=', subjectId)
        .where('reports.item_kind', '=', kind)
        .where('reports.item_id', '=', itemId)
        .where('cases.opened_ms', '>', sinceMs)
        .where((row) => isNotJudgedBy(row, notJudgedBy))
        .orderBy('cases.opened_ms', 'desc')
        .executeTakeFirst(),

    /** Cases without a jury, or past their deadline. */
    due: (nowMs: number): Promise<StoredCase[]> =>
      cases
        .where((row) =>
          row.or([row('state', '=', 'waiting'), row.and([row('state', '=', 'judging'), row('due_ms', '<=', nowMs)])]),
        )
        .orderBy(inRandomOrder)
        .limit(100)
        .execute(),

    /** Leaves out cases about the administrator or reported by them: a row that they cannot open would tell them of the case. */
    forAdmin: (adminId: string): Promise<StoredCase[]> =>
      cases
        .where('state', 'in', ['referred', 'appealed'])
        .where('subject_id', '!=', adminId)
        .where('id', 'not in', db.selectFrom('reports').select('case_id').where('reporter_id', '=', adminId))
        .orderBy('opened_ms')
        .limit(200)
        .execute(),

    /** Newest first. */
    decidedAbout: (subjectId: string): Promise<StoredCase[]> =>
      cases
        .where('subject_id', '=', subjectId)
        .where('state', 'in', ['decided', 'appealed', 'final'])
        .where('outcome', 'is not', null)
        .orderBy('decided_ms', 'desc')
        .limit(50)
        .execute(),

    /** Cases with evidence for which no appeal or decision can follow. */
    closing: ({ appealableSinceMs, goneSinceMs }: { appealableSinceMs: number; goneSinceMs: number }): Promise<StoredCase[]> =>
      cases
        .where('subject_id', '!=', '')
        .where((row) => {
          const isGone = row.not(
            row.exists(row.selectFrom('profiles').select('profiles.id').whereRef('profiles.id', '=', 'cases.subject_id')),
          );
          return row.or([
            row.and([row('state', 'in', ['decided', 'final']), row('decided_ms', '<=', appealableSinceMs)]),
            row.and([row('state', 'in', ['decided', 'final']), isGone]),
            row.and([row('state', 'in', ['referred', 'appealed']), row('opened_ms', '<=', goneSinceMs), isGone]),
          ]);
        })
        .orderBy(inRandomOrder)
        .limit(100)
        .execute(),

    async hasProfile(id: string): Promise<boolean> {
      return hasRow(db.selectFrom('profiles').select('id').where('id', '=', id));
    },

    async addReport(row: StoredReport): Promise<void> {
      await db.insertInto('reports').values(row).execute();
    },

    /** Removes the texts that jurors and administrators see. The members' own texts stay. */
    async clearShownWords(caseId: string): Promise<void> {
      await db.updateTable('reports').set({ said_before: '[]', masked_words: '' }).where('case_id', '=', caseId).execute();
      await db.updateTable('case_appeals').set({ masked_words: '' }).where('case_id', '=', caseId).execute();
    },

    reportsIn: (caseId: string): Promise<StoredReport[]> =>
      db.selectFrom('reports').selectAll().where('case_id', '=', caseId).orderBy('created_ms').orderBy('id').execute(),

    async reportOf(reporterId: string, caseId: string, kind: string, itemId: string): Promise<StoredReport | null> {
      const row = await db
        .selectFrom('reports')
        .selectAll()
        .where('reporter_id', '=', reporterId)
        .where('case_id', '=', caseId)
        .where('item_kind', '=', kind as StoredReport['item_kind'])
        .where('item_id', '=', itemId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** The member's report of a picture, message or broadcast whose owner they block. */
    reportOfBlocked: (reporterId: string, kind: StoredReport['item_kind'], itemId: string) =>
      reportsWithStates
        .innerJoin('likes', (join) =>
          join.onRef('likes.liker_id', '=', 'reports.reporter_id').onRef('likes.liked_id', '=', 'cases.subject_id'),
        )
        .where('reports.reporter_id', '=', reporterId)
        .where('reports.item_kind', '=', kind)
        .where('reports.item_id', '=', itemId)
        .where('likes.is_blocked', '=', 1)
        .select('cases.subject_id')
        .orderBy('reports.created_ms', 'desc')
        .executeTakeFirst(),

    /** Newest first, with the states of their cases. */
    reportsBy: (reporterId: string) =>
      reportsWithStates
        .where('reporter_id', '=', reporterId)
        .orderBy('reports.created_ms', 'desc')
        .orderBy('reports.id')
        .limit(100)
        .execute(),

    /** How many reports the member made recently, how many were decided recently, and how many of these were unfounded. */
    async reportCountsOf(reporterId: string, madeSinceMs: number, decidedSinceMs: number) {
      const rows = await db
        .selectFrom('reports')
        .innerJoin('cases', 'cases.id', 'reports.case_id')
        .select(['reports.created_ms', 'cases.outcome', 'cases.decided_ms'])
        .where('reporter_id', '=', reporterId)
        .where('reports.created_ms', '>', Math.min(madeSinceMs, decidedSinceMs))
        .execute();
      const decided = rows.filter(({ decided_ms }) => decided_ms !== null && decided_ms > decidedSinceMs);
      return {
        made: rows.filter(({ created_ms }) => created_ms > madeSinceMs).length,
        decided: decided.length,
        unfounded: decided.filter(({ outcome }) => outcome === 'none').length,
      };
    },

    async addAppeal(row: Selectable<Schema['case_appeals']>): Promise<void> {
      await db.insertInto('case_appeals').values(row).execute();
    },

    async appealOf(caseId: string): Promise<Selectable<Schema['case_appeals']> | null> {
      return (await db.selectFrom('case_appeals').selectAll().where('case_id', '=', caseId).executeTakeFirst()) ?? null;
    },
  };
}
