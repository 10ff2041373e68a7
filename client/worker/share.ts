// Receives pictures from the phone's share sheet and opens the upload screen with them, with or without a connection.
import { memberDatabase } from '#client/offline/database.ts';
import { putSharedPicturesAside } from '#client/offline/uploads/shared-pictures.ts';

/** Address and field name stand in the web app manifest's share_target. */
const address = '/profilePicUpload';
const field = 'pictures';

export function answerShare({ request }: FetchEvent): Promise<Response> | null {
  if (request.method !== 'POST' || new URL(request.url).pathname !== address) return null;
  return putAside(request).then(() => Response.redirect(address, 303));
}

/** While an app lock is set there is no place for them: the member chooses them on the screen that opens. */
async function putAside(request: Request): Promise<void> {
  if (await memberDatabase.isLockSet().catch(() => false)) return;
  const form = await request.formData();
  await putSharedPicturesAside(form.getAll(field).filter((entry) => entry instanceof File));
}
