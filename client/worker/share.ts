// Receives what the phone's share sheet sends, and opens the screen for it, even offline.
import { joinedText, storeSharedText } from '#client/offline/shared-text.ts';
import { storeSharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { deviceState } from './keys.ts';

/** The path of share_target in the web app manifest, and of the screen that opens for pictures. */
const uploadPath = '/profilePicUpload';
/** The name of the manifest's field for files. */
const filesField = 'pictures';
/** The choice of a conversation, for text and links. */
const textPath = '/chat/personal#shared';

export function answerShare({ request }: FetchEvent): Promise<Response> | null {
  if (request.method !== 'POST' || new URL(request.url).pathname !== uploadPath) return null;
  return store(request).then((path) => Response.redirect(path, 303));
}

/**
 * If there is an app lock, nothing is stored, because the worker has no keys to encrypt it. The screens say so. The address of
 * the upload screen contains the number of pictures, and whether there was a text, so that the screen can say if something is missing.
 */
async function store(request: Request): Promise<string> {
  const form = await request.formData().catch(() => new FormData());
  const pictures = form.getAll(filesField).filter((entry) => entry instanceof File);
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => textIn(form.get(name)));
  const { isLockSet } = await deviceState();
  const joined = joinedText({ title, text, url });
  // A full device stores only what fits. The screens open nevertheless, and say if something is missing.
  if (!isLockSet && (joined !== '' || pictures.length === 0)) await storeSharedText(joined).catch(() => undefined);
  if (pictures.length === 0) return textPath;
  if (!isLockSet) await storeSharedPictures(pictures).catch(() => undefined);
  return `${uploadPath}#shared=${pictures.length}${joined && '-text'}`;
}

const textIn = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '');
