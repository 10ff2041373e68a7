// The first words of a message, for places that show it on one line.
import type { Message } from '#shared/contract/messages.ts';

/** For a message whose only content was pictures that were revoked. */
export const goneWords = 'A picture that is no longer here';

const mostWords = 120;

export function firstWords({ bodyText, profilePicIds }: Pick<Message, 'bodyText' | 'profilePicIds'>): string {
  const words = bodyText.replace(/\s+/gu, ' ').trim();
  if (words !== '') return [...words].slice(0, mostWords).join('');
  if (profilePicIds.length === 0) return goneWords;
  return profilePicIds.length === 1 ? 'A picture' : `${profilePicIds.length} pictures`;
}
