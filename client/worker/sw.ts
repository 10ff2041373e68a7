// The worker's entry: the handler of each event, imported from the files beside this one.
//
// Kill switch: should a broken worker ever be out, serve as /sw.js nothing but
//   self.addEventListener('install', () => self.skipWaiting());
//   self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
// Browsers fetch /sw.js past their caches on each navigation, so clients are rid of the old one after one visit.
import type { WorkerHost } from './host.ts';
import { answerMapTile } from './map-tiles.ts';
import { answerPicture, cachePictures } from './pictures.ts';
import { createPrecache } from './precache.ts';
import { openPushed, showPush } from './push.ts';
import { answerShare } from './share.ts';
import { isOutboxSync, sendOutbox } from './sync.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Written in front of this file by the server. */
  readonly workerHost: WorkerHost;
  /** Written in here by the build: every hashed file of the client. */
  readonly __WB_MANIFEST: readonly { readonly url: string }[];
};

/** The map's engine, a chunk of its own, weighs as much as all screens together. */
const isRest = (url: string): boolean => url.startsWith('/assets/ol-');

const precache = createPrecache(
  self.workerHost,
  self.__WB_MANIFEST.map(({ url }) => `/${url}`),
  isRest,
);

/** Asked in this order; the first that does not answer null answers the request. What nobody answers goes to the network. */
const answerers: readonly ((event: FetchEvent) => Promise<Response> | null)[] = [
  answerShare,
  precache.answer,
  answerPicture,
  answerMapTile,
];

self.addEventListener('install', (event) => event.waitUntil(precache.install()));

self.addEventListener('activate', (event) => event.waitUntil(precache.activate().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  for (const answer of answerers) {
    const response = answer(event);
    if (response !== null) {
      event.respondWith(response);
      return;
    }
  }
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));

self.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event)));

// Where the browser has Background Sync: the connection is back, and maybe no page is open.
self.addEventListener('sync', (event) => {
  if (isOutboxSync(event)) event.waitUntil(sendOutbox());
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message: unknown = event.data;
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : null;
  // Only a page sends this, on the member's word: an update never takes over while somebody is typing.
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // From a member's page that has nothing else to do. What fails now is fetched at their next start.
  if (type === 'KEEP_REST') event.waitUntil(precache.fetchRest().catch(() => undefined));
  // Pictures that a member may want to see again, not all on their screen yet.
  if (type === 'KEEP_PICTURES') event.waitUntil(cachePictures(event.data.ids));
});
