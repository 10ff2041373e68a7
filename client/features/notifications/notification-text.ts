// The text of a notification in the member's language.
import type { Notification } from '#shared/contract/notifications.ts';
import { healthNoticeText } from '#shared/rules/community.ts';
import { t } from '#client/device/texts.ts';

/** Texts about cases are the server's, in the language of the app. `name` is that of the other member. */
export function notificationText({ kind, bodyText, profile }: Notification, name = profile?.profileName ?? ''): string {
  if (kind === 'health') return t(healthNoticeText);
  if (profile === null || kind === 'arbitration') return bodyText;
  if (kind === 'like') return t('{name} likes you.', { name });
  if (kind === 'mutual') return t('You and {name} like each other.', { name });
  return kind === 'grant' ? t('{name} shares pictures with you.', { name }) : t('{name} wrote to you.', { name });
}
