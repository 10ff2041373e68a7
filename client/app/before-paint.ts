// Runs before the first paint: applies the theme, and hides the prerendered visitor's page from a member, all of it if locked.
// Then loads the app, after the first paint: what is prerendered is on the screen before the app is parsed.
// The build writes it into the pages, whose content security policy names its hash.
const page = document.documentElement.dataset;
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

try {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  // Removed once the app has rendered the page. A member's session is sealed.
  if (stored('lock') !== null) page.session = 'locked';
  else if (stored('vault') !== null || stored('session') !== null) page.session = '';
} catch {
  // Without storage, or with a damaged entry, the visitor's page is shown.
}

const app = '/app.js';
/** In a background page, which is not painted yet, the app starts too. */
const paintWaitMs = 2_000;
const loadApp = (): Promise<unknown> => import(/* @vite-ignore */ app);

/** The app must remove it at once, or browsers list the address among the visited pages. */
const hasLinkToken = /[#?&](token|for)=/.test(location.hash + location.search);

addEventListener('DOMContentLoaded', () => {
  if (hasLinkToken) return void loadApp();
  setTimeout(loadApp, document.hidden ? 0 : paintWaitMs);
  // The second callback comes after the first paint.
  requestAnimationFrame(() => requestAnimationFrame(loadApp));
});

export {};
