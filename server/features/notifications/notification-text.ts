// The text of a notification about another member.
import type { Translator } from '#server/texts/translators.ts';
import type { PersonalKind } from './notifications.store.ts';

export function notificationText({ t }: Pick<Translator, 't'>, kind: PersonalKind, name: string): string {
  if (kind === 'mutual') return t('You and {name} like each other.', { name });
  if (kind === 'grant') return t('{name} shares pictures with you.', { name });
  return kind === 'like' ? t('{name} likes you.', { name }) : t('{name} wrote to you.', { name });
}
