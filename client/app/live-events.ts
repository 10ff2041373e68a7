// Hands each live event to the features that it changes, then to the screens that listen.
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
import { invalidate } from '#client/offline/invalidate.ts';
import type { LiveContext, LiveHandlers } from '#client/offline/live-handlers.ts';

/** Events that the connection itself handles. */
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

/** For a tab that missed events after `lastEventMs`. If it has received none since it opened, only restored data is stale. */
export function invalidateMissed(queries: QueryClient, lastEventMs: number): void {
  const openedMs = performance.timeOrigin;
  if (lastEventMs >= openedMs) return invalidate(queries, []);
  const isRestored = ({ state }: Query) =>
    state.data !== undefined && state.fetchStatus === 'idle' && state.dataUpdatedAt < openedMs;
  void queries.invalidateQueries({ predicate: isRestored });
}

export async function handleLiveEvent(event: LiveEvent, context: LiveContext): Promise<void> {
  // An event type that no feature handles does not compile.
  const type: KeyOfEach<(typeof features)[number]> = event.type;
  // Each handler takes the events of its own key.
  for (const handlers of features as readonly LiveHandlers[]) await handlers[type]?.(event as never, context);
  if (event.type === 'hello' && event.mustResync) invalidate(context.queries, []);
  notifyListeners(event);
}
