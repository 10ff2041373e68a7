// Rows and files that the server promises to delete, for tests: how each is inserted, and how long it may exist.
import { messages } from '#shared/contract/messages.ts';
import { dayOf } from '#shared/rules/community.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { sendChatPicture } from '#server/testing/members/actions.ts';
import { insert, row, type Context, type Insertion, type RetentionTime } from './inserted-rows.ts';
import { loginRetentionTimes } from './login-retention.ts';

const ofMember = ({ member }: Context) => ({ profile_id: member.profileId });
const caseRow = ({ id, nowMs }: Context, subjectId: string) => ({
  id,
  origin: 'members',
  subject_id: subjectId,
  item_kind: 'profile',
  reason: 'other',
  state: 'referred',
  jury_round: 0,
  due_ms: null,
  referred_because: 'wanted',
  outcome: null,
  decided_by: null,
  sanction_ends_ms: null,
  opened_ms: nowMs,
});

const evidence =
  (caseOf: (context: Context) => object): Insertion =>
  async (context) => {
    await insert(context.world, 'cases', caseOf(context));
    const texts = { said: '[]', pending_pictures: '[]', pictures: '[]', words: '' };
    return row(
      'case_evidence',
      ({ id, nowMs }) => ({ id, case_id: id, kind: 'profile', item_id: '', ...texts, created_ms: nowMs }),
      ({ id }) => ({ id }),
    )(context);
  };

const decidedCase = (context: Context) => ({
  ...caseRow(context, context.member.profileId),
  state: 'decided',
  outcome: 'none',
  decided_by: 'jury',
  decided_ms: context.nowMs,
});

/** The texts of a report and an appeal of a decided case, as shown to jurors and administrators. */
const shownWords: Insertion = async (context) => {
  const { id, member, other, nowMs } = context;
  await insert(context.world, 'cases', decidedCase(context));
  const about = { case_id: id, words: 'said', masked_words: 'said', created_ms: nowMs };
  await insert(context.world, 'case_appeals', { ...about, appellant_id: member.profileId });
  const report = { ...about, id, reporter_id: other.profileId, item_kind: 'profile', item_id: '', reason: 'other' };
  await insert(context.world, 'reports', { ...report, said_before: '[{}]' });
  return async ({ db }) => {
    const ofCase = (table: 'reports' | 'case_appeals') => db.read.selectFrom(table).selectAll().where('case_id', '=', id);
    const [reports, appeals] = [await ofCase('reports').execute(), await ofCase('case_appeals').execute()];
    return [...reports, ...appeals].some(
      (kept) => kept.masked_words !== '' || ('said_before' in kept && kept.said_before !== '[]'),
    );
  };
};

const picture: Insertion = async (context) => {
  await context.world.pictureFiles.put(context.id, 'original', Buffer.from('x'));
  const size = { width: 1, height: 1, bytes: 1, placeholder: '' };
  const exists = await row(
    'pictures',
    ({ id, member, nowMs }) => ({ id, profile_id: member.profileId, ...size, created_ms: nowMs }),
    ({ id }) => ({ id }),
  )(context);
  return async (world) => (await exists(world)) || (await world.pictureFiles.get(context.id, 'original')) !== null;
};

const pictureViewedOnce: Insertion = async ({ world, member, other, nowMs }) => {
  const { id } = await sendChatPicture(other, member, undefined, { viewOnce: true });
  const picture = await world.db.read
    .selectFrom('pictures')
    .select('id')
    .where('view_once_message_id', '=', id)
    .executeTakeFirstOrThrow();
  await member.call(messages.postMessageView, { params: { id } });
  await world.db.write((tx) => tx.updateTable('pictures').set({ viewed_ms: nowMs }).where('id', '=', picture.id).execute());
  return async ({ pictureFiles }) => (await pictureFiles.get(picture.id, 'original')) !== null;
};

const fileOfDeletedPicture: Insertion = async ({ world, id }) => {
  await world.pictureFiles.put(id, 'original', Buffer.from('x'));
  return async ({ pictureFiles }) => (await pictureFiles.get(id, 'original')) !== null;
};

const positionRow = ({ member, nowMs }: Context, isHidden: 0 | 1) => ({
  profile_id: member.profileId,
  cell_i: 1,
  cell_j: 1,
  cell_side: 1_000,
  use_kind: 'DEVICE_GPS',
  is_hidden: isHidden,
  effective_until_ms: nowMs + 26 * hourMs,
  updated_ms: nowMs,
});
const glitterRow = ({ id, member, nowMs }: Context) => ({
  id,
  profile_id: member.profileId,
  caught_day: dayOf(nowMs) - 2 * dayMs,
  gone_day: dayOf(nowMs),
  passed_on: 0,
  went_on: 0,
  from_id: null,
});

/** The kind of data, the longest time it is kept, as the privacy page and the READMEs say, and how a test inserts it. */
export const retentionTimes: readonly RetentionTime[] = [
  ...loginRetentionTimes,
  ['a picture without a use', dayMs, picture],
  ['a picture viewed once', dayMs, pictureViewedOnce],
  ['the file of a deleted picture', 0, fileOfDeletedPicture],
  [
    'shared private pictures',
    hourMs,
    row(
      'pic_grants',
      ({ member, other, nowMs }) => ({
        owner_id: member.profileId,
        viewer_id: other.profileId,
        until_ms: nowMs + hourMs,
        created_ms: nowMs,
      }),
      ({ member }) => ({ owner_id: member.profileId }),
    ),
  ],
  ['an area', 26 * hourMs, row('positions', (context) => positionRow(context, 0), ofMember)],
  ['the area of a hidden member', 26 * hourMs, row('positions', (context) => positionRow(context, 1), ofMember)],
  [
    'the hash of a health report',
    dayMs,
    row(
      'health_marks',
      ({ id, nowMs }) => ({ hash: id, ends_day: dayOf(nowMs) + dayMs }),
      ({ id }) => ({ hash: id }),
    ),
  ],
  [
    'the hash of a health notice',
    32 * dayMs,
    row(
      'health_marks',
      ({ id, nowMs }) => ({ hash: id, ends_day: dayOf(nowMs) + 32 * dayMs }),
      ({ id }) => ({ hash: id }),
    ),
  ],
  [
    'a pending health notice',
    26 * hourMs,
    row(
      'health_notices',
      ({ id, member, nowMs }) => ({ id, profile_id: member.profileId, due_ms: nowMs + 26 * hourMs }),
      ({ id }) => ({ id }),
    ),
  ],
  ['past glitter', 31 * dayMs, row('cooties_glitter', glitterRow, ({ id }) => ({ id }))],
  [
    'the hash of a first message',
    dayMs,
    row(
      'openers',
      ({ member, other, nowMs, id }) => ({
        profile_id: member.profileId,
        opener_hash: id,
        peer_id: other.profileId,
        created_ms: nowMs,
      }),
      ({ id }) => ({ opener_hash: id }),
    ),
  ],
  [
    'a mute',
    8 * hourMs,
    row(
      'mutes',
      ({ member, other, nowMs }) => ({ profile_id: member.profileId, peer_id: other.profileId, until_ms: nowMs + 8 * hourMs }),
      ofMember,
    ),
  ],
  ['the evidence of a decision', 14 * dayMs, evidence(decidedCase)],
  ['the words of a decision', 14 * dayMs, shownWords],
  ['the evidence against a deleted account', 30 * dayMs, evidence((context) => caseRow(context, context.id))],
];
