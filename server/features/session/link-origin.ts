// The origin of mailed links, taken from brands and settings and never from the Host header.
import type { Brand } from '#shared/brand.ts';
import { hostNameOf } from '#manifest/index.ts';

/**
 * A brand's host gets links to the brand's canonical host, with the scheme and port of `publicUrl` if that has the same host. Any other
 * host gets links to `publicUrl`. On a brand's *.localhost name, which is for development, links keep that name with the scheme and port
 * of `publicUrl`.
 */
export function linkOrigin(brand: Brand, host: string, publicUrl: string): string {
  const name = hostNameOf(host);
  const known = brand.hosts.find((brandHost) => brandHost === name);
  const base = new URL(publicUrl);
  if (known === undefined || known === base.hostname) return base.origin;
  const isDevelopment = known.endsWith('.localhost');
  if (!isDevelopment) return brand.canonicalHost === base.hostname ? base.origin : `https://${brand.canonicalHost}`;
  base.hostname = known;
  return base.origin;
}
