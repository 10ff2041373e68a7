// All brands, read from their folders, and the brand of a host.
import { readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { brandSchema, type Brand } from '#shared/brand.ts';

const defaultBrandKey = 'hearthside';
const brandModule = z.object({ brand: brandSchema });

/** Every folder beside this file is a brand: adding one needs no code. An invalid brand prevents startup. */
export const brands: readonly Brand[] = await Promise.all(
  readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map(readBrand),
);
export const defaultBrand = brandOfKey(defaultBrandKey);

/** Hosts accepted besides those of the brands: the host of PUBLIC_URL and the names in ALLOWED_HOSTS. */
export interface FurtherHosts {
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
}

/**
 * Finds the brand of a Host header among the given brands, or null when that host is not ours (answer 421). Ports and letter case do
 * not matter. Loopback names, the host of PUBLIC_URL and ALLOWED_HOSTS get the default brand unless a brand names them. Throws if two
 * brands claim a host.
 */
export function brandFinder(among: readonly Brand[]) {
  const byHost = indexByHost(among);
  const fallback = among.find(({ key }) => key === defaultBrandKey) ?? defaultBrand;
  return (host: string, { publicUrl, allowedHosts }: FurtherHosts): Brand | null => {
    const name = hostNameOf(host);
    if (name === null) return null;
    const named = byHost.get(name);
    if (named !== undefined) return named;
    const isOurs = isLoopback(name) || [new URL(publicUrl).host, ...allowedHosts].some((further) => hostNameOf(further) === name);
    return isOurs ? fallback : null;
  };
}

export const brandForHost = brandFinder(brands);

const lastPort = 65_535;

/** "Example.org:3000" -> "example.org", "[::1]:80" -> "[::1]"; null for anything that is not a host with an optional port. */
export function hostNameOf(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::(\d{1,5}))?$/i.exec(host);
  return Number(match?.[2] ?? 0) > lastPort ? null : (match?.[1]?.toLowerCase() ?? null);
}

/** Throws for a key that none of the brands has. */
export function brandOfKey(key: string, among = brands): Brand {
  const found = among.find((brand) => brand.key === key);
  if (found === undefined) throw new Error(`There is no brand "${key}" under manifest/.`);
  return found;
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '127.0.0.1' || name === '[::1]';
}

async function readBrand(folder: string): Promise<Brand> {
  const imported: unknown = await import(new URL(`./${folder}/brand.ts`, import.meta.url).href);
  const read = brandModule.safeParse(imported);
  if (!read.success) throw new Error(`manifest/${folder}/brand.ts is not a brand: ${z.prettifyError(read.error)}`);
  if (read.data.brand.key !== folder) throw new Error(`manifest/${folder}/brand.ts has the key "${read.data.brand.key}".`);
  const { hosts, canonicalHost } = read.data.brand;
  if (!hosts.includes(canonicalHost)) throw new Error(`manifest/${folder}/brand.ts does not list ${canonicalHost} in its hosts.`);
  return read.data.brand;
}

function indexByHost(all: readonly Brand[]): ReadonlyMap<string, Brand> {
  const index = new Map<string, Brand>();
  for (const brand of all) {
    for (const host of new Set(brand.hosts)) {
      const other = index.get(host);
      if (other !== undefined) throw new Error(`The host ${host} is claimed by two brands: ${other.key} and ${brand.key}.`);
      index.set(host, brand);
    }
  }
  return index;
}
