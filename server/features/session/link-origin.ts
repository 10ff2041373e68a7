// The origin of links in mails: never the Host header, only hosts named by brands and settings.
import type { Brand } from '#shared/brand.ts';
import { hostNameOf } from '#manifest/index.ts';

/**
 * A brand's own host gets links to the brand's canonical host, any other host links to `publicUrl`. A brand's *.localhost name is
 * for development: its links stay on it, with scheme and port of `publicUrl`.
 */
export function linkOrigin(brand: Brand, host: string, publicUrl: string): string {
  const name = hostNameOf(host);
  const known = brand.hosts.find((brandHost) => brandHost === name);
  const base = new URL(publicUrl);
  if (known === undefined || known === base.hostname) return base.origin;
  if (!known.endsWith('.localhost')) return `https://${brand.canonicalHost}`;
  base.hostname = known;
  return base.origin;
}
