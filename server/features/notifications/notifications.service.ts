// Stores notifications in the transaction that causes them, and sends them after its commit.
import type { Notification } from '#shared/contract/notifications.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { NotificationsTable } from '#server/db/schema.ts';
import { caseNewsText, type CaseNews } from '#server/texts/case-news.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createMutesStore } from './mutes.store.ts';
import { notificationText } from './notification-text.ts';
import { createNotificationsStore, compiledPut, type NotificationKind, type PersonalKind } from './notifications.store.ts';
import type { PushQueue } from './push-queue.service.ts';

/** Texts are stored in English for the archive of a member's data. Readers get texts in their language. */
const english = translatorFor('en');

interface About {
  readonly profileId: string;
  readonly kind: PersonalKind;
  readonly aboutProfileId: string;
}

/** A notification that is not about a member. */
interface UnnamedNotification {
  readonly profileId: string;
  readonly kind: Exclude<NotificationKind, PersonalKind>;
  readonly bodyText: string;
  readonly url: string;
  /** Rounded when others may not learn the exact time. */
  readonly createdMs: number;
}

export interface NotificationsService {
  /** Texts about cases are in this language. */
  list(profileId: string, language: Language): Promise<Notification[]>;
  /**
   * Removes a notification, unless it was replaced after `createdMs`: the member has not seen the newer one. Problem: not-found if the
   * notification is unknown, already removed, another member's, or about a hidden member.
   */
  remove(profileId: string, id: string, createdMs?: number): Promise<void>;
  /** Removes all except health notices, those about hidden members, and those stored or replaced after `createdMs`. */
  removeAll(profileId: string, createdMs: number): Promise<void>;
  /** Replaces an older notification of the same kind about the same member. If `name` is given, the name is not looked up. */
  add(tx: Tx, about: About, name?: string): Promise<void>;
  /** Does not replace other notifications. */
  addAboutCase(tx: Tx, profileId: string, news: CaseNews): Promise<void>;
  /** Does not replace other notifications. */
  addUnnamed(tx: Tx, notification: UnnamedNotification): Promise<void>;
  withdraw(tx: Tx, about: About): Promise<void>;
  /** After a block, removes the notifications and mutes between the two members. The event of the block updates open screens. */
  removeBetween(tx: Tx, a: string, b: string): Promise<void>;
}

const maxListed = 200;

/** Notifications about hidden members are not listed. */
export function createNotificationsService(
  world: World,
  pushQueue: PushQueue,
  { isHidden }: Pick<Visibility, 'isHidden'> = { isHidden: () => false },
): NotificationsService {
  const put = compiledPut(world.db.read);
  const publishChange = (tx: Tx, profileId: string, aboutProfileId?: string | null): void =>
    publishAfter(world, tx, {
      type: 'deliver',
      profileId,
      event: { type: 'notifications' },
      ...(aboutProfileId ? { aboutProfileId } : {}),
    });

  async function addRow(tx: Tx, row: Omit<NotificationsTable, 'id'>): Promise<void> {
    const { profile_id: profileId, kind, about_profile_id: aboutProfileId } = row;
    const { rows } = await tx.executeQuery(put({ id: world.ids.uuid(), ...row }));
    const [stored] = rows;
    if (stored === undefined) throw new Error('The database returned no notification id.');
    const deviceIds = stored.devices?.split(' ') ?? [];
    const isPushed = await pushQueue.add(tx, { notificationId: stored.id, profileId, kind, aboutProfileId }, deviceIds);
    publishChange(tx, profileId, aboutProfileId);
    if (isPushed) publishAfter(world, tx, { type: 'pushQueued', profileId });
  }

  const addUnnamed = (tx: Tx, { profileId, kind, bodyText, url, createdMs }: UnnamedNotification): Promise<void> =>
    addRow(tx, {
      profile_id: profileId,
      kind,
      about_profile_id: null,
      body_text: bodyText,
      case_news: null,
      url,
      created_ms: createdMs,
    });

  return {
    async list(profileId, language) {
      const translator = translatorFor(language);
      const isShown = (about: string): boolean => !isHidden(profileId, about);
      const rows = await createNotificationsStore(world.db.read).listOf(profileId, maxListed, isShown);
      const aboutIds = [...new Set(rows.flatMap(({ about_profile_id }) => about_profile_id ?? []))];
      const briefs = await createProfilesStore(world.db.read).reducedBriefs(aboutIds);
      return rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        bodyText: row.case_news === null ? row.body_text : caseNewsText(translator, JSON.parse(row.case_news) as CaseNews),
        url: row.url,
        tsCreated: row.created_ms,
        profile: briefs.get(row.about_profile_id ?? '') ?? null,
      }));
    },

    async remove(profileId, id, createdMs) {
      await world.db.write(async (tx) => {
        const store = createNotificationsStore(tx);
        const stored = await store.find(id);
        if (stored?.profile_id !== profileId) throw problem('not-found');
        // One about a suspended member is kept until the suspension ends, and is gone meanwhile, as if the account were deleted.
        if (stored.about_profile_id !== null && isHidden(profileId, stored.about_profile_id)) throw problem('not-found');
        await store.remove(id, createdMs ?? stored.created_ms);
        publishChange(tx, profileId);
      });
    },

    async removeAll(profileId, createdMs) {
      const aboutIds = await createNotificationsStore(world.db.read).aboutIds(profileId);
      const hidden = aboutIds.filter((aboutId) => isHidden(profileId, aboutId));
      await world.db.write(async (tx) => {
        await createNotificationsStore(tx).removeAll(profileId, createdMs, hidden);
        publishChange(tx, profileId);
      });
    },

    async add(tx, { profileId, kind, aboutProfileId }, known) {
      const name = known ?? (await createProfilesStore(tx).find(aboutProfileId))?.profilename ?? '';
      return addRow(tx, {
        profile_id: profileId,
        kind,
        about_profile_id: aboutProfileId,
        body_text: notificationText(english, kind, name),
        case_news: null,
        url: kind === 'message' ? `/chat/personal/${aboutProfileId}` : `/profile/${aboutProfileId}`,
        created_ms: world.clock.now(),
      });
    },

    addUnnamed,
    addAboutCase: (tx, profileId, news) =>
      addRow(tx, {
        profile_id: profileId,
        kind: 'arbitration',
        about_profile_id: null,
        body_text: caseNewsText(english, news),
        case_news: JSON.stringify(news),
        url: '/games/arbitration',
        created_ms: world.clock.now(),
      }),

    async withdraw(tx, { profileId, kind, aboutProfileId }) {
      await createNotificationsStore(tx).removeKind(profileId, kind, aboutProfileId);
      publishChange(tx, profileId, aboutProfileId);
    },

    async removeBetween(tx, a, b) {
      await createNotificationsStore(tx).removeBetween(a, b);
      await createMutesStore(tx).removeBetween(a, b);
    },
  };
}
