// The first words of a message, for where it is shown on one line.
import type { Message } from '#shared/contract/messages.ts';

/** For a message that had pictures only, which are taken back. */
export const goneWords = 'A picture that is no longer here';

const mostWords = 120;

export function firstWords({ bodyText, profilePicIds }: Pick<Message, 'bodyText' | 'profilePicIds'>): string {
  const words = bodyText.replace(/\s+/gu, ' ').trim();
  if (words !== '') return [...words].slice(0, mostWords).join('');
  if (profilePicIds.length === 0) return goneWords;
  return profilePicIds.length === 1 ? 'A picture' : `${profilePicIds.length} pictures`;
}
