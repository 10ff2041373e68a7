// Prepares the files of a brand: pages with the brand's texts, the web app manifest, and the worker with its list of files.
import { brandCss } from '#manifest/tokens.ts';
import { webAppManifest } from '#manifest/web-app-manifest.ts';
import { brandIn, publicBrand, type Brand } from '#shared/brand.ts';
import { languages, languageParameter, type Language } from '#shared/rules/languages.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { immutable, revalidated, typeOf, type BuiltClient } from './built-client.ts';
import { variesByLanguage } from './request-language.ts';
import { contentSecurityPolicy, workerSecurityPolicy } from './security-headers.ts';
import { servedFile, revisionOf, textFile, type ServedFile } from './served-file.ts';

export interface BrandFiles {
  /** Prerendered pages by language and address. They include '/__shell' and '/__404'. */
  readonly pages: Readonly<Record<Language, ReadonlyMap<string, ServedFile>>>;
  /** Files without a hash in their names, by address without the query. */
  readonly files: ReadonlyMap<string, ServedFile>;
  /** The web app manifest, /manifest.webmanifest. The worker does not keep it, since its language is that of the request. */
  readonly manifests: Readonly<Record<Language, ServedFile>>;
}

interface Revision {
  readonly url: string;
  readonly revision: string;
}

const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** Throws if a page has a placeholder without a value. */
export function brandFiles(brand: Brand, client: BuiltClient): BrandFiles {
  const { pages, revisions } = pagesOf(brand, client);
  const icons = iconFiles(brand, client);
  const iconVersion = revisionOf([...icons.values()].map((file) => file.revision).join());
  const versioned = [...icons].map(([url, icon]) => [url, { ...icon, version: iconVersion }] as const);
  const files = new Map<string, ServedFile>([...versioned, ...client.entries]);
  const style = client.entries.get('/style.css');
  if (style === undefined) throw new Error('The build has no style sheet: run `npm run build`.');
  files.set('/style.css', textFile(brandCss(brand) + style.plain.toString(), style));
  files.set('/version_frontend.json', textFile(client.version, { type: json, cacheControl: revalidated }));
  const precached = {
    pages: revisions.filter(({ url }) => keptPages.includes(url)),
    files: [...client.entries.keys(), '/version_frontend.json', '/icons/icon.svg'].map((url) => ({
      url,
      revision: files.get(url)?.revision ?? '',
    })),
  };
  const worker = textFile(client.worker, { type: script, cacheControl: immutable });
  files.set('/worker.js', { ...worker, version: worker.revision });
  files.set('/sw.js', workerEntry(brand, client, precached, worker.revision));
  const sitemap = brand.discreet ? null : `https://${brand.canonicalHost}/sitemap.xml`;
  const robots = `User-agent: *\nDisallow: /api/\n${sitemap === null ? '' : `Sitemap: ${sitemap}\n`}`;
  files.set('/robots.txt', textFile(robots, { type: 'text/plain; charset=utf-8', cacheControl: revalidated }));
  if (sitemap !== null)
    files.set('/sitemap.xml', textFile(sitemapOf(brand), { type: 'application/xml; charset=utf-8', cacheControl: revalidated }));
  return { pages, files, manifests: manifestsOf(brand, iconVersion) };
}

function manifestsOf(brand: Brand, iconVersion: string): Record<Language, ServedFile> {
  const kind = { type: 'application/manifest+json', cacheControl: revalidated, headers: { vary: variesByLanguage } };
  const fileIn = (language: Language) => textFile(JSON.stringify(webAppManifest(brand, language, iconVersion)), kind);
  return Object.fromEntries(languages.map((language) => [language, fileIn(language)])) as Record<Language, ServedFile>;
}

/** The worker knows one revision for each address, which changes with the page of any language. The ETag has the language too. */
function pagesOf(brand: Brand, client: BuiltClient): { pages: BrandFiles['pages']; revisions: Revision[] } {
  const built = client.pages[brand.discreet ? 'discreet' : 'open'];
  const pages = Object.fromEntries(languages.map((language) => [language, new Map<string, ServedFile>()])) as Record<
    Language,
    Map<string, ServedFile>
  >;
  const revisions = Object.keys(built.en).map((url) => {
    const files = languages.map(
      (language) => [language, pageFile(brandIn(brand, language), language, url, built[language][url] ?? '')] as const,
    );
    const revision = revisionOf(files.map(([, file]) => file.revision).join());
    for (const [language, file] of files) pages[language].set(url, { ...file, revision: `${revision}-${language}` });
    return { url, revision };
  });
  return { pages, revisions };
}

function pageFile(brand: Brand, language: Language, path: string, page: string): ServedFile {
  // No cache may store these addresses: login links contain a token, and members' screens name members.
  const cacheControl = path === '/login' || path === '/__shell' ? 'no-store' : revalidated;
  const headers = { ...pageHeaders(brand, path, page), 'content-language': language, vary: variesByLanguage };
  return textFile(fillPage(page, brand), { type: html, cacheControl, headers });
}

/**
 * Each public page has one canonical URL for all hosts. A discreet brand forbids indexing in a header and not in robots.txt, because a
 * crawler that may not read a page does not see that it must not list it.
 */
function pageHeaders(brand: Brand, path: string, builtPage: string): Record<string, string> {
  const isPublic = !path.startsWith('/__') && !brand.discreet;
  return {
    'content-security-policy': contentSecurityPolicy(brand, inlineScripts(builtPage)),
    ...(isPublic
      ? { link: `<https://${brand.canonicalHost}${path}>; rel="canonical"` }
      : { 'x-robots-tag': 'noindex, nofollow' }),
  };
}

const publicPaths = screenRoutes
  .filter((route: ScreenRoute) => route.isPrerendered === true && route.isHidden !== true)
  .map(({ path }) => path);

/** Names for search engines the address of each public page in each language. The page without a language follows the browser. */
function sitemapOf({ canonicalHost }: Brand): string {
  const urls = publicPaths.flatMap((path) => {
    const page = `https://${canonicalHost}${path}`;
    const versions = languages.map((language) => [language, `${page}?${languageParameter}=${language}`] as const);
    const links = [...versions, ['x-default', page] as const].map(
      ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
    );
    return [page, ...versions.map(([, href]) => href)].map((url) => `<url><loc>${url}</loc>${links.join('')}</url>\n`);
  });
  const spaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${spaces}>\n${urls.join('')}</urlset>\n`;
}

/** Taken from the page before it is filled, so that no text of a brand can pass for a script. */
const inlineScripts = (builtPage: string): string[] =>
  [...builtPage.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);

/** Fills the placeholders of a page: `{{brand.name}}` and others escaped, `{{brand.json}}` as JSON. */
export function fillPage(page: string, brand: Brand): string {
  const values: Record<string, unknown> = { ...publicBrand(brand), themeColor: brand.themeColor };
  return page.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_token, name: string) => {
    if (name === 'brand.json') return JSON.stringify(publicBrand(brand)).replaceAll('<', '\\u003c');
    const value = name.startsWith('brand.') ? name.slice('brand.'.length).split('.').reduce(memberOf, values) : undefined;
    if (typeof value !== 'string')
      throw new Error(`A built page asks for {{${name}}}, which the brand ${brand.key} does not have.`);
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

/** The pages that a device keeps: those with which the app is mostly opened, and the neutral page for all other screens. */
const keptPages: readonly string[] = ['/', '/login', '/__shell'];

/** Part of the worker's data, so that the worker's code needs no table of screens. */
const otherScreens = screenRoutes.map(({ path }) => path).filter((path) => !keptPages.includes(path));

/** The data of the host, which changes with every build, and the import of the worker's code, which rarely changes. */
function workerEntry(
  brand: Brand,
  client: BuiltClient,
  precached: { readonly pages: readonly Revision[]; readonly files: readonly Revision[] },
  codeRevision: string,
): ServedFile {
  const build = `${client.id}-${revisionOf(JSON.stringify(precached))}`;
  const { shortName, text } = brand.notification;
  const bodies = languages.map((language) => [language, translatorFor(language).brandText(text)] as const);
  const host = {
    build,
    ...precached,
    screens: otherScreens,
    assets: client.keptAssets,
    languages: client.languages,
    notification: { title: shortName, bodies: Object.fromEntries(bodies) },
  };
  return textFile(`self.workerHost=${JSON.stringify(host)};\nimportScripts('/worker.js?v=${codeRevision}');\n`, {
    type: script,
    cacheControl: revalidated,
    headers: { 'content-security-policy': workerSecurityPolicy },
  });
}
