// Installing the app: whether it runs installed, whether the browser offers to install it, and whether it takes a step by hand.
import { createStore } from './store.ts';

/** What Chromium hands over when it would install; TypeScript's library does not know it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallOffer | null>(null);

/** Whether the browser would install the app on a click. */
export const isOffered = createStore(false);

/** Call at start: browsers offer only once, soon after the page has loaded. The offer is kept for the place where it is shown. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isInstallOffer(event)) hold(event);
  });
  addEventListener('appinstalled', () => hold(null));
}

/** Call it from a click. Answers whether the member went on; an offer can be used once. */
export async function install(): Promise<boolean> {
  const held = offer.get();
  hold(null);
  return held !== null && (await held.prompt()).outcome === 'accepted';
}

/** Whether this page runs as an app of its own already. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** iPhone and iPad have a home screen and no offer. An iPad says that it is a Mac, but no Mac has a touch screen. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

function hold(next: InstallOffer | null): void {
  offer.set(next);
  isOffered.set(next !== null);
}

const isInstallOffer = (event: Event): event is InstallOffer => typeof Reflect.get(event, 'prompt') === 'function';
