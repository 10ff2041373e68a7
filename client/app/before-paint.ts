// Runs before the first paint: applies the theme and, on a member's device, hides the prerendered visitor's page.
// A separate file, since the content security policy forbids inline scripts.
const page = document.documentElement.dataset;
const stored = (key: string): unknown => JSON.parse(localStorage.getItem(key) ?? 'null');

try {
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') page.theme = theme;
  // Removed once the app has rendered the page.
  if (stored('session') !== null) page.session = '';
} catch {
  // Without storage, or with a damaged entry, the visitor's page is shown.
}

export {};
