// The service worker's entry, which registers its event handlers.
//
// Kill switch: if a broken worker is ever deployed, serve only this as /sw.js:
//   self.addEventListener('install', () => self.skipWaiting());
//   self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()));
// Browsers bypass their caches for /sw.js on each navigation, so one visit removes the broken worker.
import type { CacheableRequest } from './bounded-cache.ts';
import { finish, unlessFinished } from './finish.ts';
import type { WorkerHost } from './host.ts';
import { answerMapTile } from './map-tiles.ts';
import { answerPicture, answerPrivatePicture, cachePictures } from './pictures.ts';
import { createPrecache } from './precache.ts';
import { handleClick, showPush } from './push.ts';
import { answerShare } from './share.ts';
import { storeForPage } from './store-for-page.ts';
import { isOutboxSync, sendOutbox } from './sync.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** /sw.js sets it before it imports this file. */
  readonly workerHost: WorkerHost;
};

/** True for screens that only members open, and for the map. */
const isDeferred = (url: string): boolean => url.startsWith('/assets/later-');

const precache = createPrecache(
  self.workerHost,
  isDeferred,
  () => self.registration.installing !== null || self.registration.waiting !== null,
);

/** Some browsers let a worker name requests that pass it by. */
type Installing = ExtendableEvent & { readonly addRoutes?: (routes: readonly object[]) => Promise<void> };

self.addEventListener('install', (event: Installing) => {
  // Chromium loses the last write of a page that is left, if it still waits for the worker. The worker answers none of them anyway.
  void event.addRoutes?.(
    ['POST', 'PUT', 'DELETE'].map((requestMethod) => ({
      condition: { urlPattern: '/api/*', requestMethod },
      source: 'network',
    })),
  );
  event.waitUntil(precache.install());
});

self.addEventListener('activate', (event) => event.waitUntil(precache.activate().then(() => self.clients.claim())));

self.addEventListener('fetch', (event) => {
  // Without a response, the browser sends the request itself.
  const response = answerShare(event) ?? precache.answer(event);
  if (response !== null) return event.respondWith(response);
  const { request, clientId } = event;
  const asked: CacheableRequest = { request, clientId, waitUntil: (work) => event.waitUntil(unlessFinished(work)) };
  const picture = answerPicture(asked) ?? answerMapTile(asked) ?? answerPrivatePicture(asked);
  if (picture !== null) event.respondWith(unlessFinished(picture));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event)));

self.addEventListener('notificationclick', (event) => event.waitUntil(handleClick(event)));

self.addEventListener('sync', (event) => {
  if (isOutboxSync(event)) event.waitUntil(sendOutbox());
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const type: unknown = event.data?.type;
  // A page sends it when the member agrees, so that an update never reloads a page in which they type.
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  // An idle page of a member sends it. The page may have been loading when the worker took over the others. Files that fail are fetched
  // at the next start.
  if (type === 'KEEP_REST') {
    void self.clients.claim();
    event.waitUntil(unlessFinished(precache.fetchDeferred(event.data.language).catch(() => undefined)));
  }
  // A page sends it when the language changes. Null is the language of the browser.
  if (type === 'KEEP_PAGES') event.waitUntil(unlessFinished(keepPages(event)));
  // A page that closes sends what it has not stored.
  if (type === 'STORE') event.waitUntil(storeForPage(event.data));
  if (type === 'KEEP_PICTURES') event.waitUntil(unlessFinished(cachePictures(event.data.ids)));
  // A page sends it to the old worker when the member agrees to the update.
  if (type === 'FINISH') finish();
});

async function keepPages({ data, ports }: ExtendableMessageEvent): Promise<void> {
  const isKept = await precache.keepPages(data.language).then(
    () => true,
    () => false,
  );
  ports[0]?.postMessage(isKept);
}
