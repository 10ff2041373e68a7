// The headers that keep a page from being framed, sniffed or fed with foreign script.
import type { Brand } from '#shared/brand.ts';

/** On every answer, whatever it carries. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // One year. Browsers ignore it on plain http, so localhost is not locked out.
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
};

/**
 * On every page. There are no inline scripts or styles (the brand's JSON block is data, and what runs before the first paint is a file), so no hash is needed.
 * The hosts of the brand are named for its socket because older WebKit does not count wss: as 'self'.
 */
export function contentSecurityPolicy(brand: Brand): string {
  const sockets = [...new Set([brand.canonicalHost, ...brand.hosts])]
    .filter((host) => !host.endsWith('localhost'))
    .map((host) => `wss://${host}`);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    `connect-src 'self' ${sockets.join(' ')}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

/** On /sw.js: a worker has a policy of its own, and ours talks to nobody but its own host. */
export const workerSecurityPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
