// Finds the owner of a reported item.
import type { ItemKind } from '#shared/rules/arbitration.ts';
import type { Caller } from '#server/http/caller.ts';
import { Problem, problem } from '#server/http/problems.ts';
import type { BroadcastsService } from '#server/features/messages/broadcasts.service.ts';
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import type { PicturesService } from '#server/features/pictures/pictures.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { Item } from './evidence.ts';

interface Dependencies {
  readonly profiles: Pick<ProfilesService, 'isVisible'>;
  readonly pictures: Pick<PicturesService, 'findPublic' | 'findPrivate'>;
  readonly messages: Pick<MessagesService, 'find'>;
  readonly broadcasts: Pick<BroadcastsService, 'senderOf'>;
}

/** Problem: not-found for an item that the caller cannot see. */
export function ownersOf({ profiles, pictures, messages, broadcasts }: Dependencies) {
  const find: Readonly<Record<ItemKind, (caller: Caller, id: string) => Promise<string>>> = {
    async profile({ profileId }, id) {
      if (!(await profiles.isVisible(profileId, id))) throw problem('not-found');
      return id;
    },
    async picture(caller, id) {
      const found = await pictures.findPublic(caller, id).catch((error: unknown) => {
        if (error instanceof Problem && error.code === 'not-found') return pictures.findPrivate(caller, id);
        throw error;
      });
      return found.profileId;
    },
    message: async ({ profileId }, id) => (await messages.find(profileId, id)).senderProfileId,
    broadcast: ({ profileId }, id) => broadcasts.senderOf(profileId, id),
  };
  return (caller: Caller, { kind, id }: Item): Promise<string> => find[kind](caller, id);
}
