// The member data map for pictures.
import type { Schema } from '#server/db/schema.ts';
import { excluded, own, text, time, type MemberTable } from './member-table.ts';

export const archivedPicturePath = (id: string): string => `pictures/${id}.webp`;

type PictureTable = 'pictures' | 'pic_grants' | 'pic_likes';

export const pictureMemberData = {
  pictures: {
    deletedBy: { profile_id: 'profileId', chat_with: 'profileId' },
    archive: {
      file: 'pictures',
      title: 'Pictures',
      of: 'profile_id',
      order: ['created_ms', 'id'],
      other: { column: 'chat_with', as: 'sentToName' },
      fields: {
        id: { as: 'file', read: (stored) => archivedPicturePath(String(stored)) },
        profile_id: own,
        width: text('width'),
        height: text('height'),
        bytes: excluded('the size of all stored variants'),
        placeholder: excluded('a blurred preview of the picture'),
        created_ms: time('uploaded'),
        chat_with: text('sentTo'),
        view_once_message_id: { as: 'viewOnce', read: (stored) => stored !== null },
        viewed_ms: excluded('the other member viewed it then'),
        viewed_by: excluded('a hash of the session and the request that viewed it'),
      },
    },
  },
  pic_grants: {
    deletedBy: { owner_id: 'profileId', viewer_id: 'profileId' },
    archive: {
      file: 'shared-pictures',
      title: 'People you share private pictures with',
      of: 'owner_id',
      order: ['created_ms', 'viewer_id'],
      other: { column: 'viewer_id', as: 'name' },
      fields: {
        owner_id: own,
        viewer_id: text('profileId'),
        until_ms: time('until'),
        created_ms: time('created'),
      },
    },
  },
  pic_likes: {
    deletedBy: { liker_id: 'profileId', pic_profile_id: 'profileId' },
    archive: {
      file: 'picture-likes',
      title: 'Likes you gave to pictures',
      of: 'liker_id',
      order: ['changed_ms', 'pic_id'],
      other: { column: 'pic_profile_id', as: 'name' },
      fields: {
        liker_id: own,
        pic_id: excluded('pictures of other members are not in the archive'),
        pic_profile_id: text('profileId'),
        like_type: text('like'),
        created_ms: time('created'),
        changed_ms: time('changed'),
      },
    },
  },
} satisfies { readonly [Table in PictureTable]: MemberTable<Schema[Table]> };
