// Opens the page of a clicked notification in a window that is already open, when the worker asks for it.
import type { AnyRouter } from '@tanstack/react-router';
import { sameOriginPath } from '#shared/rules/same-origin-path.ts';

/** Call once. If no window answers, the worker loads the page itself. */
export function openPushedPages(router: AnyRouter): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || Reflect.get(data, 'type') !== 'OPEN') return;
    port?.postMessage('opened');
    router.history.push(sameOriginPath(Reflect.get(data, 'path'), location.origin));
  });
}
