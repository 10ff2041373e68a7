// Checks push endpoints, subscription keys and the addresses that pushes are sent to.
import { ECDH } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

/** Host names of the browsers' push services. */
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
  // The URL parser tolerates spaces, tabs and backslashes, but the stored text must be what was checked.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(endpoint)) return 'not an https address';
  const url = URL.parse(endpoint);
  if (url === null) return 'not an https address';
  if (url.username !== '' || url.password !== '' || /^https:\/\/[^/?#]*@/.test(endpoint)) return 'contains a user name';
  if (endpoint.includes('#')) return 'contains a fragment';
  if (extraHosts.includes(url.host)) return null;
  if (url.port !== '') return 'names a port';
  return pushServices.some((service) => service.test(url.hostname)) ? null : 'not a push service we know';
}

/** Returns why these subscription keys (base64url: a P-256 point of 65 bytes, a secret of 16) are invalid, or null. */
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

/** Addresses outside the public internet, from the registries of special-purpose addresses (RFC 6890 and its updates). */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Exceptions within 2000::/3, the only public part of IPv6: protocol assignments, documentation, 6to4. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [address, prefix] of specialV4) special.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of specialV6) special.addSubnet(address, prefix, 'ipv6');

const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether `address` (without brackets) belongs to the public internet. IPv4 embedded in IPv6 (mapped, compatible,
 * translated by 64:ff9b::) never counts as public: push services are reached by plain addresses.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`%eth0`) selects an interface of this machine.
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
