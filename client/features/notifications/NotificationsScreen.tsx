// The member's notifications (/notifications); a click opens the notification's screen and deletes it.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Notification } from '#shared/contract/notifications.ts';
import { dayText } from '#shared/rules/community.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { reachability } from '#client/net/reachability.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BellIcon, ChatIcon, GamesIcon, HeartIcon, InfoIcon, TrashIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { useUndo } from '#client/ui/use-undo.ts';
import { timeText } from '#client/ui/time-text.ts';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';
import './notifications.css';

export function NotificationsScreen() {
  return (
    <Page title="Notifications" width="reading">
      <NotificationList />
    </Page>
  );
}

function NotificationList() {
  const { shown, error, refetch, dataUpdatedAt } = useNotifications();
  const { isLost } = useStore(reachability);
  const navigate = useNavigate();
  const remove = useRemoveNotification();
  const [hidden, setHidden] = useState<readonly Notification[]>([]);
  const { item, hold, undo } = useUndo<Notification>(remove);

  if (shown === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonList count={5} />} />;
  const visible = shown.filter((one) => !hidden.some(({ id, tsCreated }) => id === one.id && tsCreated >= one.tsCreated));
  const open = (notification: Notification): void => {
    void remove(notification);
    void navigate({ href: sameOriginPath(notification.url, location.origin) });
  };
  const removeLater = (notification: Notification): void => {
    setHidden([...hidden, notification]);
    hold(notification);
  };
  const undoRemoval = (): void => {
    setHidden(hidden.filter((one) => one !== item));
    undo();
  };
  return (
    <>
      {isLost && <p className="soft small">As of {timeText(dataUpdatedAt)}</p>}
      {visible.length === 0 ? (
        <EmptyState icon={BellIcon} text="None" />
      ) : (
        <ul className="notifications">
          {visible.map((notification) => (
            <li key={notification.id} className="notification">
              <button type="button" className="notification-link" onClick={() => open(notification)}>
                <KindIcon url={notification.url} />
                <span>
                  <span className="notification-text">{notification.bodyText}</span>
                  <time className="soft small" dateTime={new Date(notification.tsCreated).toISOString()}>
                    {hasDateOnly(notification.url) ? dayText(notification.tsCreated) : timeText(notification.tsCreated)}
                  </time>
                </span>
              </button>
              <Button look="round" onClick={() => removeLater(notification)} aria-label={`Delete: ${notification.bodyText}`}>
                <TrashIcon />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="notifications-undo">
        <UndoBar text={item === null ? null : 'Notification deleted.'} onUndo={undoRemoval} />
      </div>
    </>
  );
}

function KindIcon({ url }: { readonly url: string }) {
  if (url.startsWith('/chat/')) return <ChatIcon />;
  if (hasDateOnly(url)) return <InfoIcon />;
  return url.startsWith('/games/') ? <GamesIcon /> : <HeartIcon />;
}

/** Health notices have a date but no time, so nobody can infer who reported: their timestamp is midnight UTC. */
const hasDateOnly = (url: string): boolean => url.startsWith('/games/health');
