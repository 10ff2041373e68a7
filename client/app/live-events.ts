// What each live event changes: one handler per type, so that an event without one does not compile.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import { tellListeners, type LiveEventOf } from '#client/net/live-listeners.ts';
import { forgetConversation, peerOf } from '#client/offline/saved-messages.ts';
import { hideMessage, showMessage } from '#client/offline/saved-queries.ts';
import { forgetProfile, keepBriefs } from '#client/offline/saved-values.ts';

interface Hearer {
  readonly queries: QueryClient;
  /** The member who is logged in. */
  readonly own: string;
}

type Handlers = { readonly [T in LiveEvent['type']]: (event: LiveEventOf<T>, hearer: Hearer) => unknown };

const outdate =
  (...nouns: string[]) =>
  (_event: LiveEvent, { queries }: Hearer): Promise<unknown> =>
    Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] satisfies QueryKey })));

const handlers = {
  hello: async ({ mustResync }, hearer) => {
    if (!mustResync) {
      // Messages are told again after the hello; of all else nothing is known since the connection was lost.
      await Promise.all(
        ['likes', 'notifications', 'nearby'].map((noun) => hearer.queries.invalidateQueries({ queryKey: [noun] })),
      );
      return;
    }
    await forgetConversation(hearer.own).catch(() => undefined);
    await hearer.queries.invalidateQueries();
  },
  message: async ({ message }, { queries, own }) => {
    const peer = peerOf(own, message);
    if (peer !== null) await showMessage(queries, own, peer, message);
  },
  messageGone: ({ messageId, peerProfileId }, { queries, own }) => hideMessage(queries, own, peerProfileId, messageId),
  like: outdate('likes', 'notifications'),
  notifications: outdate('notifications'),
  settings: outdate('settings'),
  brief: ({ brief }, { own }) => keepBriefs(own, [brief]),
  gone: async ({ profileId }, { queries, own }) => {
    queries.removeQueries({ queryKey: ['profile', profileId], type: 'inactive' });
    await forgetProfile(own, profileId).catch(() => undefined);
    await Promise.all(
      [['profile', profileId], ['nearby'], ['likes'], ['conversations']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  },
  // Shown by the open conversation, which listens for itself.
  typing: () => undefined,
  pong: () => undefined,
} satisfies Handlers;

/** The device's stores and the query cache follow the event, then the screens that listen hear it. */
export async function handleLiveEvent(event: LiveEvent, hearer: Hearer): Promise<void> {
  const handler: (event: never, hearer: Hearer) => unknown = handlers[event.type];
  // Each handler takes the events of its own key.
  await handler(event as never, hearer);
  tellListeners(event);
}
