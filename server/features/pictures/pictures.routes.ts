// The routes of pictures, which read upload forms and set cache headers.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pictures } from '#shared/contract/pictures.ts';
import { offlineCopyHeader } from '#shared/rules/offline-copy.ts';
import { hasAvif, variantFor } from '#shared/rules/picture-sizes.ts';
import { formProblem } from '#server/http/form-fields.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { ListedPicture } from './pictures.store.ts';
import type { PicturesService, UploadUse } from './pictures.service.ts';

interface SizeQuery {
  readonly scale_x?: number | undefined;
  readonly orig?: '1' | 1 | undefined;
}

export function picturesRoutes(app: FastifyInstance, service: PicturesService): void {
  mount(app, pictures.postPicture, async ({ caller, query, request }) =>
    store(request, caller.profileId, { replacedId: query.replace_id }),
  );
  mount(app, pictures.postChatPicture, async ({ caller, query, request }) =>
    store(request, caller.profileId, { chatWith: query.recipientProfileId }),
  );

  mount(app, pictures.deletePicture, async ({ caller, params }) => {
    await service.remove(caller.profileId, params.id);
    return undefined;
  });

  for (const endpoint of [pictures.getPicture, pictures.getDisplayedPicture])
    mount(app, endpoint, async ({ caller, params, query, request }) =>
      show(request, await service.findPublic(caller, params.id), query),
    );
  mount(app, pictures.getPrivatePicture, async ({ caller, params, query, request }) =>
    show(request, await service.findPrivate(caller, params.id), query),
  );

  async function store(request: FastifyRequest, profileId: string, use: UploadUse): Promise<{ readonly id: string }> {
    const id = service.idFor(profileId, idempotencyKey(request), use);
    await service.checkSpace(profileId, id, use);
    return service.add(profileId, id, await readUpload(request, profileId), use);
  }

  /** Pictures never change, so size and format identify the bytes. The default is the largest stored size. */
  async function show({ headers }: FastifyRequest, picture: ListedPicture, size: SizeQuery): Promise<RawReply> {
    const variant = size.orig === undefined ? variantFor(size.scale_x ?? Infinity, picture.widthPx) : 'original';
    const takesAvif = hasAvif(variant) && accepts(headers.accept, 'image/avif');
    const common = {
      // Only public pictures may be stored on devices, because access to a private one can end.
      ...(picture.isPublic && { [offlineCopyHeader]: 'allowed' }),
      'content-security-policy': "default-src 'none'; sandbox",
      vary: 'accept',
    };
    const etags = takesAvif ? [`"${variant}.avif"`, `"${variant}"`] : [`"${variant}"`];
    // A cached picture is up to date in either format.
    const cached = etags.find((etag) => headers['if-none-match']?.includes(etag));
    if (cached !== undefined) return new RawReply('', { ...common, etag: cached }, 304);
    const { bytes, format } = await service.bytesOf(picture, variant, takesAvif);
    const etag = format === 'avif' ? `"${variant}.avif"` : `"${variant}"`;
    return new RawReply(bytes, { ...common, etag, 'content-type': `image/${format}` });
  }
}

/** Wildcards do not count, because a browser that sends them may not show new formats. */
function accepts(header: string | undefined, type: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/**
 * Returns the bytes of the form's picture. Problems: bad-request for an invalid form, not-your-profile, picture-too-large.
 * Even a refused form is read to its end, because otherwise the sender would not receive the reply.
 */
async function readUpload(request: FastifyRequest, profileId: string): Promise<Buffer> {
  let upload: Buffer | null = null;
  let authorId: unknown = null;
  let unexpectedField: string | null = null;
  request.server.bodyTimes.allowUpload(request.raw);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file' && part.fieldname === 'picfile') upload = await part.toBuffer();
      else if (part.type === 'file') part.file.resume();
      if (part.fieldname === 'authorProfileId' && part.type === 'field') authorId = part.value;
      else if (part.fieldname !== 'picfile' && part.fieldname !== 'picfilename') unexpectedField = part.fieldname;
    }
  } catch (error) {
    throw formProblem(error, 'picture-too-large');
  }
  if (unexpectedField !== null) throw problem('bad-request', { message: 'The form has an unexpected field.' });
  if (authorId === null) throw problem('bad-request', { message: 'authorProfileId is missing.' });
  if (authorId !== profileId) throw problem('not-your-profile');
  if (upload === null) throw problem('bad-request', { message: 'picfile is missing.' });
  return upload;
}
