// The origin that links in mails point to: never what a Host header says, only what brands and settings name.
import type { Brand } from '#shared/brand.ts';
import { hostNameOf } from '#manifest/index.ts';

/**
 * A brand's own host gets links to the brand's canonical host, a further host those to `publicUrl`. A brand's *.localhost name is a
 * developer's: its links stay on it, with scheme and port of `publicUrl`.
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
