// /notifications: the member's notifications. A click opens what a notification is about, and deletes the notification.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';
import type { Notification } from '#shared/contract/notifications.ts';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { BellIcon } from '#client/ui/icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { useRovingStop } from '#client/ui/use-roving-stop.ts';
import { useUndo } from '#client/ui/use-undo.ts';
import { notificationDays, type NotificationDay } from './notification-groups.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { NotificationsSkeleton } from './NotificationsSkeleton.tsx';
import { useNotifications, useRemoveNotification, useRemoveNotifications } from './notifications.queries.ts';
import './notifications.css';

/** Removes one notification, or all that were shown. */
type Removal = { readonly one: Notification } | { readonly all: readonly Notification[] };

/** In English. */
const groupTitles = {
  message: 'Messages',
  like: 'Likes',
  mutual: 'Mutual likes',
  grant: 'Shared pictures',
  arbitration: 'Arbitration',
  health: 'Health',
} as const satisfies Record<Notification['kind'], string>;

export function NotificationsScreen() {
  const { shown, error, refetch } = useNotifications();
  const today = useCurrentDay();
  const navigate = useNavigate();
  const remove = useRemoveNotification();
  const removeAll = useRemoveNotifications();
  const [removals, setRemovals] = useState<readonly Removal[]>([]);
  const { item, delay, undo } = useUndo<Removal>((one) => ('one' in one ? remove(one.one) : removeAll(one.all)));

  const visible = shown?.filter((one) => !removals.some((removal) => isRemovalOf(removal, one)));
  const open = (notification: Notification): void => {
    void remove(notification);
    void navigate({ href: sameOriginPath(notification.url, location.origin) });
  };
  const removeLater = (removal: Removal): void => {
    setRemovals([...removals, removal]);
    delay(removal);
  };
  const undoRemoval = (): void => {
    setRemovals(removals.filter((removal) => removal !== item));
    undo();
  };
  const clear = visible !== undefined && visible.length > 0 && (
    <Button look="quiet" className="notifications-clear" onClick={() => removeLater({ all: visible })}>
      {t('notifications|Clear all')}
    </Button>
  );
  return (
    <Page title={t('Notifications')} actions={clear}>
      {visible === undefined ? (
        <QueryState error={error} refetch={refetch} skeleton={<NotificationsSkeleton />} />
      ) : (
        <>
          {visible.length === 0 && (
            <EmptyState icon={BellIcon} text={t('notifications|None')}>
              <p>{t('New likes and messages show up here.')}</p>
              <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
                {t('Look around')}
              </Link>
            </EmptyState>
          )}
          <Days>
            {notificationDays(visible, today).map((day) => (
              <Day key={day.title} day={day} onOpen={open} onRemove={(one) => removeLater({ one })} />
            ))}
          </Days>
        </>
      )}
      <div className="notifications-undo">
        <UndoBar text={item && ('one' in item ? t('Notification deleted.') : t('Notifications cleared.'))} onUndo={undoRemoval} />
      </div>
    </Page>
  );
}

const isRemovalOf = (removal: Removal, { id, tsCreated }: Notification): boolean =>
  ('one' in removal ? [removal.one] : removal.all).some((shown) => shown.id === id && shown.tsCreated >= tsCreated);

const stops = { items: '.notification', followsRemoval: true };

/** The notifications of all days are one stop of the Tab key. */
function Days({ children }: { readonly children: ReactNode }) {
  const days = useRef<HTMLDivElement>(null);
  const roving = useRovingStop(days, stops);
  return (
    <div ref={days} className="notification-days" {...roving}>
      {children}
    </div>
  );
}

interface DayProps {
  readonly day: NotificationDay;
  readonly onOpen: (notification: Notification) => void;
  readonly onRemove: (notification: Notification) => void;
}

const Day = ({ day: { title, isEarlier, groups }, onOpen, onRemove }: DayProps) => (
  <section className="notification-day" aria-label={title}>
    <h2>{title}</h2>
    {groups.map(({ key, kind, items }) => (
      // Several groups have the same name, so they are no landmarks.
      <div key={key} role="group" aria-label={t(groupTitles[kind])}>
        <ul className="notifications">
          {items.map((one) => (
            <NotificationRow
              key={one.id}
              notification={one}
              isEarlier={isEarlier}
              onOpen={() => onOpen(one)}
              onRemove={() => onRemove(one)}
            />
          ))}
        </ul>
      </div>
    ))}
  </section>
);
