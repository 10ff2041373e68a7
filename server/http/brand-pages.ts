// Makes of the built client what one brand's hosts serve: pages filled, manifest drawn up, worker told what to keep.
import { brandCss } from '#manifest/tokens.ts';
import { webAppManifest } from '#manifest/web-app-manifest.ts';
import { publicBrand, type Brand } from '#shared/brand.ts';
import { immutable, revalidated, typeOf, type BuiltClient } from './built-client.ts';
import { contentSecurityPolicy, workerSecurityPolicy } from './security-headers.ts';
import { servedFile, revisionOf, textFile, type ServedFile } from './served-file.ts';

export interface BrandFiles {
  /** Address -> prerendered page; '/__shell' and '/__404' among them. */
  readonly pages: ReadonlyMap<string, ServedFile>;
  /** Address without query -> unhashed file. */
  readonly files: ReadonlyMap<string, ServedFile>;
}

const html = 'text/html; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** Throws when a page names a placeholder that a brand has not. */
export function brandFiles(brand: Brand, client: BuiltClient): BrandFiles {
  const pages = new Map<string, ServedFile>();
  for (const [path, page] of Object.entries(client.pages[brand.discreet ? 'discreet' : 'open'])) {
    // A login page may be opened by a link that carries a token: nothing of it is kept anywhere.
    const cacheControl = path === '/login' ? 'no-store' : revalidated;
    pages.set(path, textFile(fillPage(page, brand), { type: html, cacheControl, headers: pageHeaders(brand, path) }));
  }
  const icons = iconFiles(brand, client);
  const iconVersion = revisionOf([...icons.values()].map((file) => file.revision).join());
  const files = new Map([...icons, ...client.entries]);
  const style = client.entries.get('/style.css');
  if (style === undefined) throw new Error('The build has no style sheet: run `npm run build`.');
  files.set('/style.css', textFile(brandCss(brand) + style.plain.toString(), style));
  files.set('/version_frontend.json', textFile(client.version, { type: json, cacheControl: revalidated }));
  const manifest = JSON.stringify(webAppManifest(brand, iconVersion));
  files.set('/manifest.webmanifest', textFile(manifest, { type: 'application/manifest+json', cacheControl: revalidated }));
  const kept = [
    ...[...pages].map(([url, { revision }]) => ({ url, revision })),
    ...[...client.entries.keys(), '/manifest.webmanifest', '/version_frontend.json', '/icons/icon.svg'].map((url) => ({
      url,
      revision: files.get(url)?.revision ?? '',
    })),
  ];
  files.set('/sw.js', workerFile(brand, client, kept));
  files.set(
    '/robots.txt',
    textFile('User-agent: *\nDisallow: /api/\n', { type: 'text/plain; charset=utf-8', cacheControl: revalidated }),
  );
  return { pages, files };
}

/**
 * Search engines learn the one address of a public page, whichever host it was read at. A discreet brand wants to be in none of
 * them; it says so here and not in robots.txt, since what may not be read can't say that it is not to be listed.
 */
function pageHeaders(brand: Brand, path: string): Record<string, string> {
  const isPublic = !path.startsWith('/__') && !brand.discreet;
  return {
    'content-security-policy': contentSecurityPolicy(brand),
    ...(isPublic
      ? { link: `<https://${brand.canonicalHost}${path}>; rel="canonical"` }
      : { 'x-robots-tag': 'noindex, nofollow' }),
  };
}

/** Puts a brand into a page: `{{brand.name}}` and its like, escaped for text and attributes, and the JSON block whole. */
export function fillPage(page: string, brand: Brand): string {
  const values: Record<string, unknown> = { ...publicBrand(brand), themeColor: brand.themeColor };
  return page.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_token, name: string) => {
    if (name === 'brand.json') return JSON.stringify(publicBrand(brand)).replaceAll('<', '\\u003c');
    const value = name.startsWith('brand.') ? name.slice('brand.'.length).split('.').reduce(memberOf, values) : undefined;
    if (typeof value !== 'string') throw new Error(`A built page asks for {{${name}}}, which the brand ${brand.key} has not.`);
    return escapeHtml(value);
  });
}

function memberOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Object.entries(holder).find(([key]) => key === name)?.[1] : undefined;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function iconFiles(brand: Brand, client: BuiltClient): Map<string, ServedFile> {
  const drawn = client.icons.get(brand.key);
  if (drawn === undefined) throw new Error(`The build has no icons of the brand ${brand.key}: run \`npm run build\`.`);
  const files = new Map<string, ServedFile>();
  for (const [name, bytes] of drawn) {
    const type = typeOf(name);
    const file = name.endsWith('.svg')
      ? textFile(bytes.toString(), { type, cacheControl: immutable })
      : servedFile({ type, cacheControl: immutable, plain: bytes });
    files.set(`/icons/${name}`, file);
  }
  return files;
}

/** The built worker behind the one line that it needs of this host; any changed byte of the host changes the line. */
function workerFile(brand: Brand, client: BuiltClient, files: readonly { url: string; revision: string }[]): ServedFile {
  const build = `${client.id}-${revisionOf(JSON.stringify(files))}`;
  const notification = { title: brand.notification.shortName, body: brand.notification.text };
  return textFile(`self.workerHost=${JSON.stringify({ build, files, notification })};\n${client.worker}`, {
    type: 'text/javascript; charset=utf-8',
    cacheControl: revalidated,
    headers: { 'content-security-policy': workerSecurityPolicy },
  });
}
