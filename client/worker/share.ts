// Receives pictures from the phone's share sheet and opens the upload screen, also offline.
import { storeSharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { deviceState } from './keys.ts';

/** The path and field name of share_target in the web app manifest. */
const address = '/profilePicUpload';
const field = 'pictures';

export function answerShare({ request }: FetchEvent): Promise<Response> | null {
  if (request.method !== 'POST' || new URL(request.url).pathname !== address) return null;
  return storePictures(request).then(() => Response.redirect(address, 303));
}

/** If there is an app lock, the pictures are dropped, because the worker has no keys to encrypt them. */
async function storePictures(request: Request): Promise<void> {
  if ((await deviceState()).isLockSet) return;
  const form = await request.formData();
  await storeSharedPictures(form.getAll(field).filter((entry) => entry instanceof File));
}
