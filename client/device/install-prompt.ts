// Installs the app with the browser's prompt, and detects installed apps and Apple devices.
import { fieldOf } from '#shared/rules/unknown-fields.ts';
import { createStore } from './store.ts';

/** Chromium's BeforeInstallPromptEvent, which TypeScript's DOM library lacks. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const installPrompt = createStore<InstallPromptEvent | null>(null);

/** True if the browser can install the app when the member clicks. */
export const canInstall = createStore(false);

/** Call it at the start, because browsers fire the event only once, soon after the page has loaded. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isInstallPrompt(event)) setPrompt(event);
  });
  addEventListener('appinstalled', () => setPrompt(null));
}

/** Call it in a click handler. Resolves to true if the member agreed. A prompt can be used only once. */
export async function install(): Promise<boolean> {
  const prompt = installPrompt.get();
  setPrompt(null);
  return prompt !== null && (await prompt.prompt()).outcome === 'accepted';
}

/** True if this page runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || fieldOf(navigator, 'standalone') === true;

/** True on iPhones and iPads. An iPad says that it is a Mac, but no Mac has a touch screen. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

function setPrompt(next: InstallPromptEvent | null): void {
  installPrompt.set(next);
  canInstall.set(next !== null);
}

const isInstallPrompt = (event: Event): event is InstallPromptEvent => typeof fieldOf(event, 'prompt') === 'function';
