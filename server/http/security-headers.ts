// The security headers of all replies, and the content security policies of pages and the worker.
import { createHash } from 'node:crypto';
import type { Brand } from '#shared/brand.ts';

/** Sent with every reply. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  // One year. Browsers ignore it over plain http, so localhost still works.
  'strict-transport-security': 'max-age=31536000',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
};

/**
 * Sent with every page. `scripts` are the page's inline scripts, which are allowed by their hashes. The brand's JSON block is data.
 * The hosts of the brand are listed for the socket, because older WebKit does not allow wss: for 'self'.
 */
export function contentSecurityPolicy(brand: Brand, scripts: readonly string[]): string {
  const sockets = [...new Set([brand.canonicalHost, ...brand.hosts])]
    .filter((host) => !host.endsWith('localhost'))
    .map((host) => `wss://${host}`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)].join(
      ' ',
    ),
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

/** Sent with /sw.js. A worker has a policy of its own. Ours connects only to its own host. */
export const workerSecurityPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
