// Receives what the phone's share sheet sends, and opens the screen for it, also offline.
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

/** If there is an app lock, nothing is stored, because the worker has no keys to encrypt it. The screen for text says so. */
async function store(request: Request): Promise<string> {
  const form = await request.formData().catch(() => new FormData());
  const pictures = form.getAll(field).filter((entry) => entry instanceof File);
  const isLockSet = (await deviceState()).isLockSet;
  if (pictures.length > 0) {
    if (!isLockSet) await storeSharedPictures(pictures);
    return address;
  }
  const [title = '', text = '', url = ''] = ['title', 'text', 'url'].map((name) => textIn(form.get(name)));
  if (!isLockSet) await storeSharedText(joinedText({ title, text, url }));
  return textAddress;
}

const textIn = (entry: FormDataEntryValue | null): string => (typeof entry === 'string' ? entry : '');
