// Stores jurors, and finds candidates and their earlier votes.
import { sql, type Kysely, type Selectable } from 'kysely';
import type { JurorRecord, Vote } from '#shared/rules/arbitration.ts';
import type { Schema } from '#server/db/schema.ts';

export type StoredJuror = Selectable<Schema['case_jurors']>;

/** A juror who can see the case and vote. */
const seatStates = ['asked', 'voted', 'recused-asked', 'recused-voted'] as const;
export const hasSeat = ({ state }: Pick<StoredJuror, 'state'>): boolean => seatStates.some((one) => one === state);
const votedState = sql<'voted' | 'recused-voted'>`case when state in ('recused-asked', 'recused-voted') then 'recused-voted'
  else 'voted' end`;

export interface JurorCriteria {
  readonly caseId: string;
  /** The reported member and the reporters. */
  readonly parties: readonly string[];
  readonly memberSinceMs: number;
  readonly seenSinceMs: number;
  readonly cleanSinceMs: number;
  readonly maxSeats: number;
}

export function createJuryStore(db: Kysely<Schema>) {
  return {
    /**
     * A page of members in good standing who are not parties and know none, ordered by id. Ids are random, so a page from a random id
     * is a random sample at constant cost.
     */
    async candidates(
      criteria: JurorCriteria,
      window: { afterId: string; untilId: string | null; size: number },
    ): Promise<string[]> {
      const { caseId, parties, memberSinceMs, seenSinceMs, cleanSinceMs, maxSeats } = criteria;
      const partyIds = [...parties];
      const rows = await db
        .selectFrom('profiles')
        .innerJoin('accounts', 'accounts.id', 'profiles.account_id')
        .select('profiles.id')
        .where('profiles.id', '>', window.afterId)
        .$if(window.untilId !== null, (query) => query.where('profiles.id', '<=', window.untilId ?? ''))
        .where('profiles.id', 'not in', partyIds)
        .where('profiles.is_test', '=', 0)
        .where('profilename', '!=', '')
        .where('birthdate', 'is not', null)
        .where('profiles.created_ms', '<=', memberSinceMs)
        .where('profiles.seen_ms', '>=', seenSinceMs)
        .where('accounts.roles', 'not like', '%ADMIN%')
        .where((row) =>
          row.not(
            row.or([
              row.exists(
                row
                  .selectFrom('case_jurors')
                  .select('case_jurors.juror_id')
                  .whereRef('case_jurors.juror_id', '=', 'profiles.id')
                  .where('case_jurors.case_id', '=', caseId),
              ),
              // A member is not in good standing if they were sanctioned recently or an open case is about them.
              row.exists(
                row
                  .selectFrom('cases')
                  .select('cases.id')
                  .whereRef('cases.subject_id', '=', 'profiles.id')
                  .where((one) =>
                    one.or([
                      one.and([one('cases.outcome', '!=', 'none'), one('cases.decided_ms', '>', cleanSinceMs)]),
                      one('cases.state', 'in', ['waiting', 'judging', 'referred', 'appealed']),
                    ]),
                  ),
              ),
              // A member who reported a party in another case is a party themselves.
              row.exists(
                row
                  .selectFrom('reports')
                  .innerJoin('cases as reported', 'reported.id', 'reports.case_id')
                  .select('reports.id')
                  .whereRef('reports.reporter_id', '=', 'profiles.id')
                  .where('reported.subject_id', 'in', partyIds),
              ),
              // A member knows a party if one of the two ever rated or blocked the other, if they wrote to each other, or if one shares
              // pictures with the other. A member who dislikes a party should not judge them either.
              row.exists(
                row
                  .selectFrom('likes')
                  .select('likes.liker_id')
                  .whereRef('likes.liker_id', '=', 'profiles.id')
                  .where('likes.liked_id', 'in', partyIds),
              ),
              row.exists(
                row
                  .selectFrom('likes')
                  .select('likes.liked_id')
                  .whereRef('likes.liked_id', '=', 'profiles.id')
                  .where('likes.liker_id', 'in', partyIds),
              ),
              row.exists(
                row
                  .selectFrom('conversations')
                  .select('conversations.peer_id')
                  .whereRef('conversations.profile_id', '=', 'profiles.id')
                  .where('conversations.peer_id', 'in', partyIds),
              ),
              row.exists(
                row
                  .selectFrom('pic_grants')
                  .select('pic_grants.owner_id')
                  .where((grant) =>
                    grant.or([
                      grant.and([
                        grant('pic_grants.owner_id', '=', grant.ref('profiles.id')),
                        grant('pic_grants.viewer_id', 'in', partyIds),
                      ]),
                      grant.and([
                        grant('pic_grants.viewer_id', '=', grant.ref('profiles.id')),
                        grant('pic_grants.owner_id', 'in', partyIds),
                      ]),
                    ]),
                  ),
              ),
            ]),
          ),
        )
        .where(
          (row) =>
            row
              .selectFrom('case_jurors')
              .innerJoin('cases', 'cases.id', 'case_jurors.case_id')
              .select((count) => count.fn.countAll<number>().as('seats'))
              .whereRef('case_jurors.juror_id', '=', 'profiles.id')
              .where('case_jurors.state', '=', 'asked')
              .where('cases.state', '=', 'judging'),
          '<',
          maxSeats,
        )
        .orderBy('profiles.id')
        .limit(window.size)
        .execute();
      return rows.map(({ id }) => id);
    },

    async seat(caseId: string, jurorIds: readonly string[], nowMs: number): Promise<void> {
      if (jurorIds.length === 0) return;
      const row = { case_id: caseId, state: 'asked', vote: null, drawn_ms: nowMs, voted_ms: null } as const;
      await db
        .insertInto('case_jurors')
        .values(jurorIds.map((juror_id) => ({ ...row, juror_id })))
        .execute();
    },

    jurorsOf: (caseId: string): Promise<StoredJuror[]> =>
      db.selectFrom('case_jurors').selectAll().where('case_id', '=', caseId).orderBy('juror_id').execute(),

    async find(caseId: string, jurorId: string): Promise<StoredJuror | null> {
      const row = await db
        .selectFrom('case_jurors')
        .selectAll()
        .where('case_id', '=', caseId)
        .where('juror_id', '=', jurorId)
        .executeTakeFirst();
      return row ?? null;
    },

    async vote(caseId: string, jurorId: string, vote: Vote, nowMs: number): Promise<void> {
      await db
        .updateTable('case_jurors')
        .set({ state: votedState, vote, voted_ms: nowMs })
        .where('case_id', '=', caseId)
        .where('juror_id', '=', jurorId)
        .execute();
    },

    /** From now on the votes of this juror do not count in open cases about the member. */
    async recuse(jurorId: string, subjectId: string): Promise<void> {
      for (const state of ['asked', 'voted'] as const)
        await db
          .updateTable('case_jurors')
          .set({ state: `recused-${state}` })
          .where('juror_id', '=', jurorId)
          .where('state', '=', state)
          .where(
            'case_id',
            'in',
            db.selectFrom('cases').select('id').where('subject_id', '=', subjectId).where('state', '=', 'judging'),
          )
          .execute();
    },

    async leave(caseId: string, jurorId: string, state: 'declined' | 'absent'): Promise<void> {
      await db
        .updateTable('case_jurors')
        .set({ state, vote: null, voted_ms: null })
        .where('case_id', '=', caseId)
        .where('juror_id', '=', jurorId)
        .execute();
    },

    /** Open cases in which the member is a juror. */
    seatsFor: (jurorId: string) =>
      db
        .selectFrom('case_jurors')
        .innerJoin('cases', 'cases.id', 'case_jurors.case_id')
        .select(['cases.id', 'cases.item_kind', 'cases.reason', 'cases.due_ms', 'case_jurors.vote'])
        .where('case_jurors.juror_id', '=', jurorId)
        .where('case_jurors.state', 'in', seatStates)
        .where('cases.state', '=', 'judging')
        .orderBy('cases.due_ms')
        .execute(),

    /** For each member, the number of votes, and of votes that agreed with the outcome on whether a rule was broken. */
    async recordsOf(jurorIds: readonly string[]): Promise<Map<string, JurorRecord>> {
      if (jurorIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('case_jurors')
        .innerJoin('cases', 'cases.id', 'case_jurors.case_id')
        .select(['case_jurors.juror_id', 'case_jurors.vote', 'cases.outcome'])
        .where('case_jurors.juror_id', 'in', [...jurorIds])
        .where('case_jurors.state', '=', 'voted')
        .where('case_jurors.vote', '!=', 'refer')
        .where('cases.outcome', 'is not', null)
        .execute();
      const records = new Map<string, JurorRecord>();
      for (const { juror_id, vote, outcome } of rows) {
        const { voted, agreed } = records.get(juror_id) ?? { voted: 0, agreed: 0 };
        const agrees = (vote === 'none') === (outcome === 'none');
        records.set(juror_id, { voted: voted + 1, agreed: agreed + (agrees ? 1 : 0) });
      }
      return records;
    },
  };
}
