// Notifications: stored inside the write that causes them, sent to open screens and devices after its commit.
import type { Notification } from '#shared/contract/notifications.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import type { NotificationsTable } from '#server/db/schema.ts';
import type { World } from '#server/world.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import { createMutesStore } from './mutes.store.ts';
import { createNotificationsStore, readyPut, type NotificationKind, type PersonalKind } from './notifications.store.ts';
import type { PushQueue } from './push-queue.service.ts';

interface About {
  readonly profileId: string;
  readonly kind: PersonalKind;
  readonly aboutProfileId: string;
}

/** What is about nobody by name, in its own words. */
interface Word {
  readonly profileId: string;
  readonly kind: Exclude<NotificationKind, PersonalKind>;
  readonly bodyText: string;
  readonly url: string;
  /** Cut to what the member may know of when it happened. */
  readonly createdMs: number;
}

/** Called once the commit is through. */
export type AfterCommit = () => void;

export interface NotificationsService {
  list(profileId: string): Promise<Notification[]>;
  /** Problem: not-found for another's, an unknown or an already removed one. */
  remove(profileId: string, id: string): Promise<void>;
  /** One notification per kind and person: an older one becomes the newer. `name` spares looking that person's up. */
  add(tx: Tx, about: About, name?: string): Promise<AfterCommit>;
  /** Something about a case, which is about nobody by name: each is one of its own. */
  tell(tx: Tx, profileId: string, text: string): Promise<AfterCommit>;
  /** What names nobody: each is one of its own. */
  announce(tx: Tx, word: Word): Promise<AfterCommit>;
  /** Takes back what is no longer so. */
  withdraw(tx: Tx, about: About): Promise<AfterCommit>;
  /** After a block: removes the notifications of both about the other, and their mutes. The event of the block covers the screens. */
  removeBetween(tx: Tx, a: string, b: string): Promise<void>;
}

const listedMost = 200;

/** Notifications about suspended members are not shown. */
export function createNotificationsService(
  world: World,
  pushQueue: PushQueue,
  { suspendedIds }: Pick<Visibility, 'suspendedIds'> = { suspendedIds: () => [] },
): NotificationsService {
  const put = readyPut(world.db.read);
  const changed =
    (profileId: string): AfterCommit =>
    () =>
      world.bus.publish({ type: 'deliver', profileId, event: { type: 'notifications' } });

  async function addRow(tx: Tx, row: Omit<NotificationsTable, 'id'>): Promise<AfterCommit> {
    const { profile_id: profileId, kind, about_profile_id: aboutProfileId } = row;
    const { rows } = await tx.executeQuery(put({ id: world.ids.uuid(), ...row }));
    const notificationId = rows[0]?.id;
    if (notificationId === undefined) throw new Error('The database did not say which notification it stored.');
    const isPushed = await pushQueue.add(tx, { notificationId, profileId, kind, aboutProfileId });
    const tell = changed(profileId);
    return () => {
      tell();
      if (isPushed) world.bus.publish({ type: 'pushQueued', profileId });
    };
  }

  const announce = (tx: Tx, { profileId, kind, bodyText, url, createdMs }: Word): Promise<AfterCommit> =>
    addRow(tx, { profile_id: profileId, kind, about_profile_id: null, body_text: bodyText, url, created_ms: createdMs });

  return {
    list: (profileId) => createNotificationsStore(world.db.read).listOf(profileId, listedMost, suspendedIds()),

    async remove(profileId, id) {
      const wasThere = await world.db.write((tx) => createNotificationsStore(tx).remove(id, profileId));
      if (!wasThere) throw problem('not-found');
      changed(profileId)();
    },

    async add(tx, { profileId, kind, aboutProfileId }, known) {
      const name = known ?? (await createProfilesStore(tx).find(aboutProfileId))?.profilename ?? '';
      return addRow(tx, {
        profile_id: profileId,
        kind,
        about_profile_id: aboutProfileId,
        body_text: textOf(kind, name),
        url: kind === 'message' ? `/chat/personal/${aboutProfileId}` : `/profile/${aboutProfileId}`,
        created_ms: world.clock.now(),
      });
    },

    announce,
    tell: (tx, profileId, bodyText) =>
      announce(tx, { profileId, kind: 'arbitration', bodyText, url: '/games/arbitration', createdMs: world.clock.now() }),

    async withdraw(tx, { profileId, kind, aboutProfileId }) {
      await createNotificationsStore(tx).removeKind(profileId, kind, aboutProfileId);
      return changed(profileId);
    },

    async removeBetween(tx, a, b) {
      await createNotificationsStore(tx).removeBetween(a, b);
      await createMutesStore(tx).removeBetween(a, b);
    },
  };
}

function textOf(kind: PersonalKind, name: string): string {
  if (kind === 'mutual') return `You and ${name} like each other.`;
  if (kind === 'grant') return `${name} shares pictures with you.`;
  return kind === 'like' ? `${name} likes you.` : `${name} wrote to you.`;
}
