// Returns the preview of a message in one line.
import { t, tCount } from '#client/device/texts.ts';
import type { Message } from '#shared/contract/messages.ts';
import { wholeLetters } from '#shared/rules/letters.ts';

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
  if (text !== '') return wholeLetters(text, maxLength);
  if (viewOnce !== undefined) return t(viewOnceText);
  if (profilePicIds.length === 0) return t(revokedPictureText);
  return tCount(profilePicIds.length, { one: 'A picture', other: '# pictures' });
}
