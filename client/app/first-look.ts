// Runs before the page is painted: applies the chosen theme and, on a member's device, shows the neutral shell instead of the visitor's page.
// It is a file of its own because the page's policy allows no script inside it; without it pages are painted for visitors.
const page = document.documentElement.dataset;
const kept = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

try {
  const theme = kept('theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  // Removed again once the app has rendered the actual page.
  if (kept('session') !== null) page.session = '';
} catch {
  // A device without storage knows no member, and a damaged entry says nothing.
}

export {};
