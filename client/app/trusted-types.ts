// The page's Trusted Types policy: escapes markup, and allows only the script URLs of the workers.
interface Policies {
  createPolicy(name: 'default', rules: { createHTML(text: string): string; createScriptURL(url: string): string }): unknown;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// Browsers without Trusted Types do not have it.
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;

const worker = /^\/(sw|assets\/(overwrite-key-file|later-shrink-worker)-[\w-]+)\.js$/;

policies?.createPolicy('default', {
  createHTML: (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  createScriptURL: (url) => {
    const { origin, pathname } = new URL(url, location.origin);
    if (origin === location.origin && worker.test(pathname)) return url;
    throw new TypeError(`${url} is not a script of this app`);
  },
});
