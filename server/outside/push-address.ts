// Checks push endpoints and subscription keys.
import { ECDH } from 'node:crypto';

/** The host names of the browsers' push services. */
const pushServices: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

const maxEndpointLength = 1_024;

/**
 * Returns the reason why `endpoint` is not an acceptable push endpoint, or null if it is.
 * `extraHosts` (tests and developers only) are further hosts, written as in the URL: `push.test:8443`.
 */
export function checkPushEndpoint(endpoint: string, extraHosts: readonly string[] = []): string | null {
  if (endpoint.length > maxEndpointLength) return `longer than ${maxEndpointLength} characters`;
  // The URL parser accepts spaces, tabs and backslashes, but exactly the text that was checked must be stored.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(endpoint)) return 'not an https address';
  const url = URL.parse(endpoint);
  if (url === null) return 'not an https address';
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/.test(endpoint)) return 'contains a user name';
  if (endpoint.includes('#')) return 'contains a fragment';
  if (extraHosts.includes(url.host)) return null;
  if (url.port !== '') return 'names a port';
  return pushServices.some((service) => service.test(url.hostname)) ? null : 'not a push service we know';
}

/** Why these subscription keys are invalid, or null. In base64url they are a P-256 point of 65 bytes and a secret of 16 bytes. */
export function checkPushKeys({ p256dh, auth }: { p256dh: string; auth: string }): string | null {
  if (!/^[\w-]{87}=?$/.test(p256dh) || !isPointOfP256(p256dh)) return 'p256dh is not a public key';
  return /^[\w-]{22}(==)?$/.test(auth) ? null : 'auth is not a secret of 16 bytes';
}

function isPointOfP256(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed');
    return true;
  } catch {
    return false;
  }
}
