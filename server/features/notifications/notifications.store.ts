// Stores unread notifications.
import { sql, type CompiledQuery, type Kysely, type Selectable } from 'kysely';
import { firstShown } from '#server/db/first-shown.ts';
import type { NotificationsTable, Schema } from '#server/db/schema.ts';
import { countRows } from '#server/db/row-counts.ts';

export type NotificationKind = NotificationsTable['kind'];
/** Kinds of notifications about another member. */
export type PersonalKind = Exclude<NotificationKind, 'arbitration' | 'health'>;
export type StoredNotification = Selectable<NotificationsTable>;

const columns = [
  'id',
  'profile_id',
  'kind',
  'about_profile_id',
  'body_text',
  'case_news',
  'url',
  'created_ms',
] as const satisfies readonly (keyof NotificationsTable)[];

/** The new time, but always later than the replaced notification's, so that a removal of the old one does not remove the new one. */
const laterTime = sql<number>`case when excluded.created_ms > notifications.created_ms then excluded.created_ms
  else notifications.created_ms + 1 end`;

/** The member's devices, separated by spaces; null without one. */
const devices = sql<string | null>`(select string_agg(device.id, ' ') from push_subscriptions as device
  where device.profile_id = notifications.profile_id)`;

interface PutNotification {
  readonly id: string;
  readonly devices: string | null;
}

/**
 * Stores a notification, replacing an older one of the same kind about the same member, whose id it keeps. Compiled once, and
 * together with the search for devices, because every sent message runs it.
 */
export function compiledPut(db: Kysely<Schema>): (row: NotificationsTable) => CompiledQuery<PutNotification> {
  const placeholders = Object.fromEntries(columns.map((name) => [name, null])) as unknown as NotificationsTable;
  const compiled = db
    .insertInto('notifications')
    .values(placeholders)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'kind', 'about_profile_id']).doUpdateSet(({ ref }) => ({
        body_text: ref('excluded.body_text'),
        url: ref('excluded.url'),
        created_ms: laterTime,
      })),
    )
    .returning(['id', devices.as('devices')])
    .compile();
  return (row) => ({ ...compiled, parameters: columns.map((name) => row[name]) });
}

export function createNotificationsStore(db: Kysely<Schema>) {
  return {
    async listOf(profileId: string, size: number, isShown: (aboutProfileId: string) => boolean): Promise<StoredNotification[]> {
      return firstShown(
        size,
        (limit) =>
          db
            .selectFrom('notifications')
            .selectAll()
            .where('profile_id', '=', profileId)
            .orderBy('created_ms', 'desc')
            .orderBy('id')
            .limit(limit)
            .execute(),
        ({ about_profile_id }) => about_profile_id === null || isShown(about_profile_id),
      );
    },

    async find(id: string): Promise<StoredNotification | null> {
      return (await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
    },

    /** Does not count notifications about suspended members and of muted conversations. */
    async countOf(profileId: string, nowMs: number): Promise<number> {
      const shown = db
        .selectFrom('notifications')
        .where('profile_id', '=', profileId)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('cases')
                .select('cases.id')
                .whereRef('cases.subject_id', '=', 'notifications.about_profile_id')
                .where('cases.outcome', '=', 'suspend')
                .where('cases.sanction_ends_ms', '>', nowMs),
            ),
          ),
        )
        .where((row) =>
          row.not(
            row.and([
              row('kind', '=', 'message'),
              row.exists(
                row
                  .selectFrom('mutes')
                  .select('mutes.peer_id')
                  .whereRef('mutes.profile_id', '=', 'notifications.profile_id')
                  .whereRef('mutes.peer_id', '=', 'notifications.about_profile_id')
                  .where((mute) => mute.or([mute('until_ms', 'is', null), mute('until_ms', '>', nowMs)])),
              ),
            ]),
          ),
        );
      return countRows(shown);
    },

    /** Removes a notification unless it was stored or replaced after `createdMs`. */
    async remove(id: string, createdMs: number): Promise<void> {
      await db.deleteFrom('notifications').where('id', '=', id).where('created_ms', '<=', createdMs).execute();
    },

    /** The members whom the profile's notifications are about. */
    async aboutIds(profileId: string): Promise<string[]> {
      const rows = db.selectFrom('notifications').select('about_profile_id').where('profile_id', '=', profileId);
      return [...new Set((await rows.execute()).flatMap(({ about_profile_id }) => about_profile_id ?? []))];
    },

    /** Not health notices: they have a date without a time, so they may have been stored later. */
    async removeAll(profileId: string, createdMs: number, exceptAbout: readonly string[]): Promise<void> {
      await db
        .deleteFrom('notifications')
        .where('profile_id', '=', profileId)
        .where('created_ms', '<=', createdMs)
        .where('kind', '!=', 'health')
        .where((row) => row.or([row('about_profile_id', 'is', null), row('about_profile_id', 'not in', ['', ...exceptAbout])]))
        .execute();
    },

    async removeKind(profileId: string, kind: NotificationKind, aboutProfileId: string): Promise<void> {
      await db
        .deleteFrom('notifications')
        .where('profile_id', '=', profileId)
        .where('kind', '=', kind)
        .where('about_profile_id', '=', aboutProfileId)
        .execute();
    },

    async removeBetween(a: string, b: string): Promise<void> {
      await db
        .deleteFrom('notifications')
        .where((when) =>
          when.or([
            when.and([when('profile_id', '=', a), when('about_profile_id', '=', b)]),
            when.and([when('profile_id', '=', b), when('about_profile_id', '=', a)]),
          ]),
        )
        .execute();
    },
  };
}
