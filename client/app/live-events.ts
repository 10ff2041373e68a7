// Passes each live event to the features that it changes, then to the screens that wait for it.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import { likeEvents } from '#client/features/likes/likes.live.ts';
import { messageEvents } from '#client/features/messages/messages.live.ts';
import { nearbyEvents } from '#client/features/nearby/nearby.live.ts';
import { noteEvents } from '#client/features/notes/notes.live.ts';
import { notificationEvents } from '#client/features/notifications/notifications.live.ts';
import { profileEvents } from '#client/features/profiles/profiles.live.ts';
import { settingsEvents } from '#client/features/session/session.live.ts';
import { notifyListeners } from '#client/net/live-listeners.ts';
import { isCurrentAfter } from '#client/offline/current-queries.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import type { LiveContext, LiveHandlers } from '#client/offline/live-handlers.ts';
import { persistNow } from './persist-queries.ts';

/** Events that the connection handles itself. */
const ownEvents = { pong: () => undefined, cursor: () => undefined } satisfies LiveHandlers;
const features = [
  profileEvents,
  noteEvents,
  likeEvents,
  notificationEvents,
  nearbyEvents,
  settingsEvents,
  messageEvents,
  ownEvents,
];
type KeyOfEach<T> = T extends unknown ? keyof T : never;

/** Refetches what a tab may have missed after `lastEventMs`. A tab without an event since it opened refetches only restored data. */
export function invalidateMissed(queries: QueryClient, lastEventMs: number): void {
  const openedMs = performance.timeOrigin;
  if (lastEventMs >= openedMs) return invalidate(queries, []);
  const isRestored = ({ state }: Query) =>
    state.data !== undefined && state.fetchStatus === 'idle' && state.dataUpdatedAt < openedMs;
  void queries.invalidateQueries({ predicate: isRestored });
}

/** If a feature fails, the others still get the event, and the promise is then rejected. */
export async function handleLiveEvent(event: LiveEvent, context: LiveContext): Promise<void> {
  // This line does not compile if there is an event type that no feature handles.
  const type: KeyOfEach<(typeof features)[number]> = event.type;
  const failures: unknown[] = [];
  for (const handlers of features as readonly LiveHandlers[])
    try {
      // The cast is safe, because a handler receives only events of its own type.
      await handlers[type]?.(event as never, context);
    } catch (error) {
      failures.push(error);
    }
  if (event.type === 'gone') persistNow();
  if (event.type === 'hello' && event.mustResync) invalidate(context.queries, [], isCurrentAfter(event, context.own));
  notifyListeners(event);
  if (failures.length > 0) throw failures[0];
}
