// The effect of each live event: one handler per type, so that an event without one does not compile.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/contract/live.ts';
import { likesListKeys } from '#client/features/likes/likes-lists.ts';
import { notifyListeners, type LiveEventOf } from '#client/net/live-listeners.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { forgetConversation, peerOf } from '#client/offline/conversations/cached-messages.ts';
import { forgetNamed, noteKey, notesKey } from '#client/offline/cached-notes.ts';
import { hideMessage, noteGaps, showMessage } from '#client/offline/conversations/conversation-queries.ts';
import { forgetList, forgetProfile, cacheBriefs } from '#client/offline/cached-values.ts';

interface Hearer {
  readonly queries: QueryClient;
  /** The member who is logged in. */
  readonly own: string;
}

type Handlers = { readonly [T in LiveEvent['type']]: (event: LiveEventOf<T>, hearer: Hearer) => unknown };

const outdateNow = ({ queries }: Hearer, ...keys: QueryKey[]): void => {
  for (const queryKey of keys) invalidate(queries, queryKey);
};
const outdate =
  (...nouns: string[]) =>
  (_event: LiveEvent, hearer: Hearer): void =>
    outdateNow(hearer, ...nouns.map((noun) => [noun]));

/** Not needed before the area's chat, or a map, has been opened. */
const broadcasts = () => import('#client/offline/conversations/broadcast-queries.ts');

const notToldAgain: QueryKey[] = [
  ['broadcasts'],
  ['likes'],
  ['notifications'],
  ['mutes'],
  ['nearby'],
  ['settings'],
  ['profile'],
  ['note'],
  ['notes'],
];

const handlers = {
  hello: async ({ mustResync }, hearer) => {
    // Messages are told again after a hello; of all else nothing is known since the connection was lost.
    if (!mustResync) return outdateNow(hearer, ...notToldAgain);
    noteGaps(hearer.queries, hearer.own);
    await forgetConversation(hearer.own).catch(() => undefined);
    outdateNow(hearer, []);
  },
  message: async ({ message }, { queries, own }) => {
    const peer = peerOf(own, message);
    if (peer !== null) await showMessage(queries, own, peer, message, true);
  },
  messageGone: ({ messageId, peerProfileId }, { queries, own }) => hideMessage(queries, own, peerProfileId, messageId),
  broadcast: async ({ message }, { queries, own }) => (await broadcasts()).showBroadcast(queries, own, message),
  broadcastGone: async ({ messageId }, { queries, own }) =>
    (await broadcasts()).dropBroadcasts(queries, own, ({ id }) => id === messageId),
  like: outdate('likes', 'notifications'),
  picLike: outdate('likes'),
  notifications: outdate('notifications'),
  mutes: outdate('mutes'),
  note: ({ aboutProfileId }, hearer) => outdateNow(hearer, noteKey(hearer.own, aboutProfileId), notesKey(hearer.own)),
  settings: outdate('settings'),
  profile: outdate('profile'),
  brief: ({ brief }, { own }) => cacheBriefs(own, [brief]),
  privatePictures: ({ profileId }, hearer) => outdateNow(hearer, ['profile', profileId]),
  // Heard by map and tiles; nothing else shows places.
  left: () => undefined,
  gone: async ({ profileId }, hearer) => {
    await forgetProfile(hearer.own, profileId).catch(() => undefined);
    await forgetConversation(hearer.own, profileId).catch(() => undefined);
    await forgetNamed(hearer.own, profileId).catch(() => undefined);
    const isHis = ({ senderProfileId }: { readonly senderProfileId: string }): boolean => senderProfileId === profileId;
    await (await broadcasts()).dropBroadcasts(hearer.queries, hearer.own, isHis);
    // Not asked for again before they are opened, perhaps without connection.
    for (const key of likesListKeys(hearer.own)) await forgetList(hearer.own, JSON.stringify(key)).catch(() => undefined);
    hearer.queries.removeQueries({ queryKey: ['profile', profileId], type: 'inactive' });
    outdateNow(
      hearer,
      ['profile', profileId],
      ['likes'],
      ['messages', hearer.own, profileId],
      ['conversations'],
      ['notifications'],
      ['mutes'],
      ['notes'],
    );
  },
  // Shown by the open conversation, which listens for itself.
  typing: () => undefined,
  pong: () => undefined,
} satisfies Handlers;

/** What may have changed between the first answers of a tab and its hearing of events. */
export const outdateAll = (queries: QueryClient): void => invalidate(queries, []);

/** The device's stores and the query cache follow the event, then the screens that listen hear it. */
export async function handleLiveEvent(event: LiveEvent, hearer: Hearer): Promise<void> {
  const handler: (event: never, hearer: Hearer) => unknown = handlers[event.type];
  // Each handler takes the events of its own key.
  await handler(event as never, hearer);
  notifyListeners(event);
}
