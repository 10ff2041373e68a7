// Upload, delivery and removal of pictures.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, wholeText } from './fields.ts';

const pictureId = z.object({ id });

const sizes = z.object({ scale_x: z.optional(wholeText(1, 100_000)), orig: z.optional(z.literal(['1', 1])) });

export const pictures = {
  postPicture: endpoint({
    method: 'POST',
    path: '/api/profile-pic',
    who: 'USER',
    rate: 'uploads',
    whileSuspended: () => true,
    summary:
      'Upload a picture (png, jpeg or webp, at most 8,192,000 bytes). It is shown once the profile lists it; with replace_id it replaces that picture. A repeated Idempotency-Key returns the same picture.',
    query: z.object({ replace_id: z.optional(id) }),
    form: ['authorProfileId', 'picfile', 'picfilename'],
    reply: pictureId,
  }),
  postChatPicture: endpoint({
    method: 'POST',
    path: '/api/chat-pic',
    who: 'USER',
    rate: 'uploads',
    needsProfile: () => true,
    summary:
      'Upload a picture for a message to one member (png, jpeg or webp, at most 8,192,000 bytes, 50 a day per conversation). Only the two members can see it, once a message names its Idempotency-Key in chatPicKeys. A repeated key returns the same picture.',
    query: z.object({ recipientProfileId: id }),
    form: ['authorProfileId', 'picfile', 'picfilename'],
    reply: pictureId,
  }),
  deletePicture: endpoint({
    method: 'DELETE',
    path: '/api/profile-pic/{id}',
    who: 'USER',
    whileSuspended: () => true,
    summary: "Remove one of the caller's pictures permanently.",
    params: pictureId,
    waits: { queue: 'picture', per: ({ params }) => params.id, goneMeansDone: 'always' },
  }),
  getPicture: endpoint({
    method: 'GET',
    path: '/api/profile-pic/{id}',
    who: 'USER',
    rate: 'pictures',
    summary:
      'A public picture, or one that belongs or was sent to the caller, such as those of conversations; scale_x is rounded up to 256, 512, 1024 or 2048. WebP, or AVIF if accepted and already encoded.',
    params: pictureId,
    query: sizes,
    bytes: 'image/*',
  }),
  getPrivatePicture: endpoint({
    method: 'GET',
    path: '/api/profile-pic/nsfw/{id}',
    who: 'USER',
    rate: 'pictures',
    summary: 'A private picture, for its owner and members with a grant.',
    params: pictureId,
    query: sizes,
    bytes: 'image/*',
  }),
  getDisplayedPicture: endpoint({
    method: 'GET',
    path: '/api/profile/pic/{id}',
    who: 'USER',
    rate: 'pictures',
    summary: 'The same at another path; orig=1 returns the full size.',
    params: pictureId,
    query: sizes,
    bytes: 'image/*',
  }),
};
