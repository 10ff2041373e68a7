// The page's one Trusted Types policy: markup from strings is escaped, and the only script URL it allows is the worker's.
interface Policies {
  createPolicy(name: 'default', rules: { createHTML(text: string): string; createScriptURL(url: string): string }): unknown;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// Undefined in browsers without Trusted Types.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

policies?.createPolicy('default', {
  createHTML: (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  createScriptURL: (url) => {
    if (new URL(url, location.origin).href === `${location.origin}/sw.js`) return url;
    throw new TypeError(`${url} is no script of this app`);
  },
});
