// /notifications: the member's notifications; a click opens the screen and deletes the notification.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Notification } from '#shared/contract/notifications.ts';
import { dayWords } from '#shared/rules/community.ts';
import { ownPath } from '#shared/rules/own-path.ts';
import { reachability } from '#client/net/reachability.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BellIcon, ChatIcon, GamesIcon, HeartIcon, InfoIcon, TrashIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { useUndo } from '#client/ui/use-undo.ts';
import { useNotifications, useRemoveNotification } from './notifications.queries.ts';
import './notifications.css';

export function NotificationsScreen() {
  return (
    <Page title="Notifications" width="reading">
      <List />
    </Page>
  );
}

function List() {
  const { shown, error, refetch, dataUpdatedAt } = useNotifications();
  const { isLost } = useStore(reachability);
  const navigate = useNavigate();
  const remove = useRemoveNotification();
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const { item, hold, undo } = useUndo<string>(remove);

  if (shown === undefined)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <Skeletons count={5} />
      </NotLoaded>
    );
  const left = shown.filter(({ id }) => !hiddenIds.has(id));
  const follow = ({ id, url }: Notification): void => {
    void remove(id);
    void navigate({ href: ownPath(url, location.origin) });
  };
  const take = (id: string): void => {
    setHiddenIds((ids) => new Set([...ids, id]));
    hold(id);
  };
  const undoRemoval = (): void => {
    setHiddenIds((ids) => new Set([...ids].filter((id) => id !== item)));
    undo();
  };
  return (
    <>
      {isLost && <p className="soft small">As of {momentWords(dataUpdatedAt)}</p>}
      {left.length === 0 ? (
        <EmptyState icon={BellIcon} text="None" />
      ) : (
        <ul className="notifications">
          {left.map((notification) => (
            <li key={notification.id} className="notification">
              <button type="button" className="notification-way" onClick={() => follow(notification)}>
                <KindIcon url={notification.url} />
                <span>
                  <span className="notification-text">{notification.bodyText}</span>
                  <time className="soft small" dateTime={new Date(notification.tsCreated).toISOString()}>
                    {isOfItsDay(notification.url) ? dayWords(notification.tsCreated) : momentWords(notification.tsCreated)}
                  </time>
                </span>
              </button>
              <Button look="round" onClick={() => take(notification.id)} aria-label={`Delete: ${notification.bodyText}`}>
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
  if (isOfItsDay(url)) return <InfoIcon />;
  return url.startsWith('/games/') ? <GamesIcon /> : <HeartIcon />;
}

/** Health notices have a day but no hour, so that they can't be linked to anything: their time is midnight UTC. */
const isOfItsDay = (url: string): boolean => url.startsWith('/games/health');

/** A time today, else with the date. */
function momentWords(ms: number): string {
  const time = new Date(ms);
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${clock}`;
}
