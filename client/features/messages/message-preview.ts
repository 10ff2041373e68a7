// Returns the preview of a message in one line.
import type { Message } from '#shared/contract/messages.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';

/** The preview of a message that had only pictures, if all of them are revoked. */
export const revokedPictureText = 'A picture that is no longer here';

/** The label of a picture that can be viewed once. */
export const viewOnceText = 'Photo · view once';

const maxLength = 120;

export function messagePreview({
  bodyText,
  profilePicIds,
  viewOnce,
}: Pick<Message, 'bodyText' | 'profilePicIds' | 'viewOnce'>): string {
  const text = bodyText.replace(/\s+/gu, ' ').trim();
  if (text !== '') return [...text].slice(0, maxLength).join('');
  if (viewOnce !== undefined) return viewOnceText;
  if (profilePicIds.length === 0) return revokedPictureText;
  return counted(profilePicIds.length, { one: 'A picture', other: '# pictures' }, locale());
}
