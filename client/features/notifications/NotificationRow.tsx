// A notification: face or icon, text and time, and a button to delete it.
import { t } from '#client/device/texts.ts';
import type { Notification } from '#shared/contract/notifications.ts';
import { utcDay } from '#shared/formats/times.ts';
import { hasDateOnly } from '#shared/rules/notification-times.ts';
import { locale } from '#client/device/locale.ts';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { Button } from '#client/ui/Button.tsx';
import { timeOfDay, timeText } from '#client/ui/time-text.ts';
import { ChatIcon, GamesIcon, HeartIcon, InfoIcon, PictureIcon, TrashIcon, type IconComponent } from '#client/ui/icons.tsx';
import { notificationText } from './notification-text.ts';

const icons: Readonly<Record<Notification['kind'], IconComponent>> = {
  message: ChatIcon,
  like: HeartIcon,
  mutual: HeartIcon,
  grant: PictureIcon,
  arbitration: GamesIcon,
  health: InfoIcon,
};

export interface NotificationRowProps {
  readonly notification: Notification;
  /** Shows the date, too. */
  readonly isEarlier: boolean;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

export function NotificationRow({ notification, isEarlier, onOpen, onRemove }: NotificationRowProps) {
  const { kind, tsCreated, profile } = notification;
  const text = notificationText(notification);
  const Icon = icons[kind];
  return (
    <li className="notification">
      <button type="button" className="notification-link" onClick={onOpen}>
        <span className="notification-face" aria-hidden="true">
          {profile !== null && <Avatar of={profile} name={profile.profileName} profileId={profile.profileId} sizes="48px" />}
          <span className={profile === null ? 'notification-icon' : `notification-icon notification-kind notification-${kind}`}>
            <Icon />
          </span>
        </span>
        <span className="notification-text">
          <span>
            <Sentence notification={notification} />
          </span>
          <time className="soft small" dateTime={new Date(tsCreated).toISOString()}>
            {hasDateOnly(notification) ? utcDay(tsCreated, locale()) : (isEarlier ? timeText : timeOfDay)(tsCreated)}
          </time>
        </span>
      </button>
      <Button look="round" onClick={onRemove} aria-label={t('Delete: {notification}', { notification: text })}>
        <TrashIcon />
      </Button>
    </li>
  );
}

/** Stands for the name in the translated sentence, which is then split here. */
const namePlaceholder = '\n';

/** The text, with the other member's name standing out. */
function Sentence({ notification }: { readonly notification: Notification }) {
  const [before, after, ...more] = notificationText(notification, namePlaceholder).split(namePlaceholder);
  // A text of the server has no name, and may have several lines.
  if (notification.profile === null || after === undefined || more.length > 0) return notificationText(notification);
  return (
    <>
      {before}
      <bdi className="notification-name">{notification.profile.profileName}</bdi>
      {after}
    </>
  );
}
