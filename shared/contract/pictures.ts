// Pictures: upload, delivery in sizes, removal.
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
    summary:
      'Upload a picture (png, jpeg or webp, 8,192,000 bytes at most). It shows once the profile names it; with replace_id it takes the place of that one. The same Idempotency-Key again is the same picture.',
    query: z.object({ replace_id: z.optional(id) }),
    form: ['authorProfileId', 'picfile', 'picfilename'],
    reply: pictureId,
  }),
  deletePicture: endpoint({
    method: 'DELETE',
    path: '/api/profile-pic/{id}',
    who: 'USER',
    summary: 'Remove an own picture permanently.',
    params: pictureId,
    waits: { queue: 'picture', per: ({ params }) => params.id, goneMeansDone: 'always' },
  }),
  getPicture: endpoint({
    method: 'GET',
    path: '/api/profile-pic/{id}',
    who: 'USER',
    rate: 'pictures',
    summary:
      'A public picture, an own one, or one sent to the caller, scale_x rounded up to 256, 512, 1024 or 2048. WebP, or AVIF for who accepts it and once it is made.',
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
    summary: 'The same picture at its other path; orig=1 returns it at full size.',
    params: pictureId,
    query: sizes,
    bytes: 'image/*',
  }),
};
