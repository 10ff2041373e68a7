// Receives what the phone's share sheet sends, and opens the screen for it, even offline.
import { joinedText, storeSharedText } from '#client/offline/shared-text.ts';
import { storeSharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { deviceState } from './keys.ts';

/** The path and field name of share_target in the web app manifest. Pictures open this screen. */
const address = '/profilePicUpload';
const field = 'pictures';
/** The choice of a conversation, for text and links. */
const textAddress = '/chat/personal#shared';

export function answerShare({ request }: FetchEvent): Promise<Response> | null {
  if (request.method !== 'POST' || new URL(request.url).pathname !== address) return null;
  return store(request).then((path) => Response.redirect(path, 303));
}

/**
 * If there is an app lock, nothing is stored, because the worker has no keys to encrypt it. The screens say so; the
 * address of the one for pictures has what was sent, so that it can say when something is missing.
 */
async function store(request: Request): Promise<string> {
  const form = await request.formData().catch(() => new FormData());
  const pictures = form.getAll(field).filter((entry) => entry instanceof File);
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => textIn(form.get(name)));
  const isLockSet = (await deviceState()).isLockSet;
  const joined = joinedText({ title, text, url });
  // A full device keeps nothing. The screens open nevertheless, and say so.
  if (!isLockSet && (joined !== '' || pictures.length === 0)) await storeSharedText(joined).catch(() => undefined);
  if (pictures.length === 0) return textAddress;
  if (!isLockSet) await storeSharedPictures(pictures).catch(() => undefined);
  return `${address}#shared=${pictures.length}${joined && '-text'}`;
}

const textIn = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '');
