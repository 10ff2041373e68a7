// Notifications: kept inside the write that causes them, told to open screens and other devices after its commit.
import type { Notification } from '#shared/contract/notifications.ts';
import type { Tx } from '../../db/open.ts';
import { problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import { createProfilesStore } from '../profiles/profiles.store.ts';
import { createMutesStore } from './mutes.store.ts';
import { createNotificationsStore, readyPut, type NotificationKind } from './notifications.store.ts';
import type { PushQueue } from './push-queue.service.ts';

export interface About {
  readonly profileId: string;
  readonly kind: NotificationKind;
  readonly aboutProfileId: string;
}

/** Called once the commit is through. */
export type AfterCommit = () => void;

export interface NotificationsService {
  list(profileId: string): Promise<Notification[]>;
  /** Problem: not-found for another's, an unknown or an already removed one. */
  remove(profileId: string, id: string): Promise<void>;
  /** One notification per kind and person: an older one becomes the newer. `name` spares looking that person's up. */
  add(tx: Tx, about: About, name?: string): Promise<AfterCommit>;
  /** Takes back what is no longer so. */
  withdraw(tx: Tx, about: About): Promise<AfterCommit>;
  /** Two members were parted: neither keeps a word about the other, nor mutes him. That they are is told to both, so this need not be. */
  removeBetween(tx: Tx, a: string, b: string): Promise<void>;
}

const listedMost = 200;

export function createNotificationsService(world: World, pushQueue: PushQueue): NotificationsService {
  const put = readyPut(world.db.read);
  const changed =
    (profileId: string): AfterCommit =>
    () =>
      world.bus.publish({ type: 'deliver', profileId, event: { type: 'notifications' } });

  return {
    list: (profileId) => createNotificationsStore(world.db.read).listOf(profileId, listedMost),

    async remove(profileId, id) {
      const wasThere = await world.db.write((tx) => createNotificationsStore(tx).remove(id, profileId));
      if (!wasThere) throw problem('not-found');
      changed(profileId)();
    },

    async add(tx, { profileId, kind, aboutProfileId }, known) {
      const name = known ?? (await createProfilesStore(tx).find(aboutProfileId))?.profilename ?? '';
      const {
        rows: [stored],
      } = await tx.executeQuery(
        put({
          id: world.ids.uuid(),
          profile_id: profileId,
          kind,
          about_profile_id: aboutProfileId,
          body_text: textOf(kind, name),
          url: kind === 'message' ? `/chat/personal/${aboutProfileId}` : `/profile/${aboutProfileId}`,
          created_ms: world.clock.now(),
        }),
      );
      if (!stored) throw new Error('The database did not say which notification it stored.');
      const isPushed = await pushQueue.add(tx, { notificationId: stored.id, profileId, kind, aboutProfileId });
      const tell = changed(profileId);
      return () => {
        tell();
        if (isPushed) world.bus.publish({ type: 'pushQueued', profileId });
      };
    },

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

function textOf(kind: NotificationKind, name: string): string {
  if (kind === 'mutual') return `You and ${name} like each other.`;
  if (kind === 'grant') return `${name} shares pictures with you.`;
  return kind === 'like' ? `${name} likes you.` : `${name} wrote to you.`;
}
