// The one-line preview of a message.
import type { Message } from '#shared/contract/messages.ts';

/** Replaces a message whose only content was pictures that are now revoked. */
export const revokedPictureText = 'A picture that is no longer here';

const maxLength = 120;

export function messagePreview({ bodyText, profilePicIds }: Pick<Message, 'bodyText' | 'profilePicIds'>): string {
  const text = bodyText.replace(/\s+/gu, ' ').trim();
  if (text !== '') return [...text].slice(0, maxLength).join('');
  if (profilePicIds.length === 0) return revokedPictureText;
  return profilePicIds.length === 1 ? 'A picture' : `${profilePicIds.length} pictures`;
}
