// Runs before the first paint. Applies the theme, hides the visitor's page from a member, and hides everything if the app is locked.
// After the first paint it loads the app, so that the prerendered page is visible first.
// The build inlines this script into the pages. Their content security policy contains its hash.
const page = document.documentElement.dataset;
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

try {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  // React removes the attribute after rendering. A member's session cannot be read here, because it is encrypted.
  if (stored('lock') !== null) page.session = 'locked';
  else if (stored('vault') !== null || stored('session') !== null) {
    page.session = '';
    // On phones, shows the frame of a conversation before the screen's code is loaded. The screen removes these attributes.
    if (innerWidth < 900 && /^\/chat\/personal\/./.test(location.pathname)) {
      page.panes = 'conversation';
      page.header = 'own';
    }
  }
} catch (error) {
  // If what is stored is damaged, the visitor's page is shown. A browser that blocks cookies refuses the storage itself. Then the app
  // cannot start, and the forms say so.
  if (!(error instanceof SyntaxError)) page.blocked = '';
}

// Marks a button that is pressed before the app can answer. The app presses it again (main.tsx). A popover's button needs no script.
onclick = ({ target }) => (target as Element).closest('button:not([popovertarget])')?.setAttribute('data-pressed', '');

const app = '/app.js';
/** The app starts after this time at the latest, because a page that goes to the background may not be painted. */
const paintWaitMs = 2_000;
const loadApp = (): Promise<unknown> => import(/* @vite-ignore */ app);

/** With a token in the address the app starts at once and removes it, because browsers store the address in their history. */
const hasLinkToken = /[#?&](token|for)=/.test(location.hash + location.search);

addEventListener('DOMContentLoaded', () => {
  if (hasLinkToken) return void loadApp();
  setTimeout(loadApp, document.hidden ? 0 : paintWaitMs);
  // The second callback comes after the first paint.
  requestAnimationFrame(() => requestAnimationFrame(loadApp));
});

export {};
