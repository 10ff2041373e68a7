// The host names under which an operator offers the brands, and how hosts are written in settings.
import type { Brand } from '#shared/brand.ts';

/** The host names of each brand by its key. The first one is the canonical host. */
export type BrandHosts = ReadonlyMap<string, readonly [string, ...string[]]>;

const hostPattern = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

/** With or without a port. */
export const isHost = (text: string): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.test(text);

export function isOrigin(text: string): boolean {
  const url = URL.parse(text.replace(/\/+$/, ''));
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Reads `brand=host,host other=host`. Throws an error that says what is wrong. */
export function readBrandHosts(text: string): BrandHosts {
  const entries = text.split(/[\s;]+/).filter((entry) => entry !== '');
  const hosts: BrandHosts = new Map(
    entries.map((entry) => {
      const [key = '', list = '', ...rest] = entry.split('=');
      const [first = '', ...others] = list.toLowerCase().split(',');
      if (key === '' || rest.length > 0 || ![first, ...others].every((host) => hostPattern.test(host)))
        throw new Error(`The setting BRAND_HOSTS is wrong: "${entry}" is not brand=host or brand=host,host.`);
      return [key, [first, ...others]];
    }),
  );
  if (hosts.size < entries.length) throw new Error('The setting BRAND_HOSTS is wrong: it names a brand twice.');
  return hosts;
}

/**
 * The brands under the operator's hosts. Email addresses move with their host. Without any hosts in the settings each brand keeps its
 * own; otherwise a brand that is not named keeps no host. Throws if the settings name an unknown brand.
 */
export function brandsUnder(hosts: BrandHosts, brands: readonly Brand[]): readonly Brand[] {
  const unknown = [...hosts.keys()].find((key) => brands.every((brand) => brand.key !== key));
  if (unknown !== undefined) throw new Error(`The setting BRAND_HOSTS is wrong: there is no brand "${unknown}".`);
  if (hosts.size === 0) return brands;
  return brands.map((brand) => {
    const named = hosts.get(brand.key);
    return named === undefined ? { ...brand, hosts: [] } : withHosts(brand, named);
  });
}

function withHosts(brand: Brand, [canonicalHost, ...others]: readonly [string, ...string[]]): Brand {
  const moved = (address: string): string => address.replace(`@${brand.canonicalHost}`, `@${canonicalHost}`);
  return {
    ...brand,
    hosts: [canonicalHost, ...others],
    canonicalHost,
    mail: { ...brand.mail, fromAddress: moved(brand.mail.fromAddress) },
    supportAddress: moved(brand.supportAddress),
  };
}
