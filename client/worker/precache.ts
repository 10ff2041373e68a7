// Caches the app's files at install and deferred ones later. Removes old builds after activation.
import { languageParameter } from '#shared/rules/languages.ts';
import { isPathOf } from '#shared/rules/path-pattern.ts';
import type { HostFile, WorkerHost } from './host.ts';

/** The files of all builds whose names have a hash. An update fetches only new names. */
const hashedCache = 'hashed';
/** Lists the files with a hash of the newest builds, so that a tab of the previous build still finds its chunks. */
const buildsCache = 'builds';
const buildsKey = '/__builds';
const maxBuilds = 2;
/** The browser's languages when the pages were cached. */
const browserKey = '/__languages';

const cacheOf = (build: string): string => `build-${build}`;

interface CachedBuild {
  readonly build: string;
  readonly hashed: readonly string[];
  /** The files of all languages. A device has those of its own language. Missing in the lists of older workers. */
  readonly languages?: readonly string[];
}

/** The part of a FetchEvent that the worker uses here. */
interface Fetching {
  readonly request: Request;
  waitUntil(work: Promise<unknown>): void;
}

export interface Precache {
  /** Rejects if any file fails. The browser then keeps the old worker and tries again later. */
  readonly install: () => Promise<void>;
  readonly activate: () => Promise<void>;
  /** Fetches pages and words in this language, or in the browser's. Rejects if one fails, and then no page has changed. */
  readonly keepPages: (language: string | null) => Promise<void>;
  /** Fetches the deferred files, and pages and words in a chosen language. Rejects if one fails, and the next call tries again. */
  readonly fetchDeferred: (chosen: string | null) => Promise<void>;
  /** Null for requests that are not answered here: to /api or other origins, for files that are not kept, or not by GET. */
  readonly answer: (event: Fetching) => Promise<Response> | null;
}

/**
 * `isDeferred` decides by the path whether a file is large and needed only by members. `isNewerComing` is true while the worker of a
 * newer build installs or waits.
 */
export function createPrecache(host: WorkerHost, isDeferred: (url: string) => boolean, isNewerComing: () => boolean): Precache {
  const ownCache = cacheOf(host.build);
  const hashed = host.assets.map(inAssets);
  const languages = host.languages.map(inAssets);
  const pages = new Set(host.pages.map(({ url }) => url));
  const files = new Set(host.files.map(({ url }) => url));

  let keeping: Promise<void> = Promise.resolve();

  async function install(): Promise<void> {
    // After a return to an earlier build, the active worker may have the same one.
    const isInUse = await caches.has(ownCache);
    const [shared, own] = await Promise.all([caches.open(hashedCache), caches.open(ownCache)]);
    try {
      const previous = await cachesOfOtherBuilds();
      const language = await languageOfBrowser();
      // If the device has the deferred files, they are updated too, so that what worked offline still does.
      const cached = (await shared.keys()).map(({ url }) => new URL(url).pathname);
      const ownLanguages = new Set([language, ...cached.map(languageOf)]);
      const wanted = [
        ...(cached.some(isDeferred) ? hashed : hashed.filter((url) => !isDeferred(url))),
        ...languages.filter((url) => ownLanguages.has(languageOf(url))),
      ];
      await Promise.all([
        ...wanted.map((url) => cacheHashed(shared, url)),
        ...host.files.map(async (file) => own.put(file.url, await keptOrFetched(file, previous))),
        ...host.pages.map(async (page) => own.put(page.url, await keptOrFetched(page, previous, language))),
        own.put(browserKey, new Response(languagesOfBrowser())),
      ]);
    } catch (error) {
      if (!isInUse) await caches.delete(ownCache);
      throw error;
    }
  }

  /** Fetches for one choice after the other, so that the last one counts. */
  function keepPages(chosen: string | null): Promise<void> {
    const done = keeping.then(() => fetchPages(chosen));
    keeping = done.catch(() => undefined);
    return done;
  }

  async function fetchPages(chosen: string | null): Promise<void> {
    const [shared, own] = await Promise.all([caches.open(hashedCache), caches.open(ownCache)]);
    const language = chosen ?? (await languageOfBrowser());
    const words = languages.filter((url) => languageOf(url) === language).map((url) => cacheHashed(shared, url));
    const fetched = host.pages.map(async (page) => [page.url, await keptOrFetched(page, [own], language)] as const);
    const [found] = await Promise.all([Promise.all(fetched), ...words]);
    for (const [url, page] of found) await own.put(url, page);
    await own.put(browserKey, new Response(languagesOfBrowser()));
  }

  /** Without a choice, the pages follow the browser: the first opening after a change fetches them for the next one. */
  async function followBrowser(): Promise<void> {
    const known = await (await caches.open(ownCache)).match(browserKey);
    if (known !== undefined && (await known.text()) !== languagesOfBrowser()) await keepPages(null);
  }

  async function fetchDeferred(chosen: string | null): Promise<void> {
    // The language for tests has no pages.
    const hasPages = chosen === 'en' || languages.some((url) => languageOf(url) === chosen);
    const pagesKept = hasPages ? keepPages(chosen) : null;
    const shared = await caches.open(hashedCache);
    await Promise.all([pagesKept, ...hashed.filter(isDeferred).map((url) => cacheHashed(shared, url))]);
  }

  async function activate(): Promise<void> {
    const builds = await caches.open(buildsCache);
    const previous: CachedBuild[] = (await (await builds.match(buildsKey))?.json()) ?? [];
    const newest = [{ build: host.build, hashed, languages }, ...previous.filter(({ build }) => build !== host.build)].slice(
      0,
      maxBuilds,
    );
    await builds.put(buildsKey, Response.json(newest));
    // The newer build's files are not listed yet. Its worker removes what is left when it is activated.
    if (isNewerComing()) return;
    await deleteUnlisted(new Set(newest.flatMap((build) => [...build.hashed, ...(build.languages ?? [])])));
    await Promise.all((await namesOfOtherBuilds()).map((name) => caches.delete(name)));
  }

  async function namesOfOtherBuilds(): Promise<string[]> {
    return (await caches.keys()).filter((name) => name.startsWith('build-') && name !== ownCache);
  }

  async function cachesOfOtherBuilds(): Promise<Cache[]> {
    return Promise.all((await namesOfOtherBuilds()).map((name) => caches.open(name)));
  }

  function answer(event: Fetching): Promise<Response> | null {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== location.origin || isWithin(url.pathname, '/api')) return null;
    if (request.mode === 'navigate') {
      event.waitUntil(followBrowser().catch(() => undefined));
      return answerNavigation(request, url);
    }
    if (url.pathname.startsWith('/assets/')) return cachedOrFetched(hashedCache, url.pathname, request);
    return files.has(url.pathname + url.search) ? cachedOrFetched(ownCache, url.pathname + url.search, request) : null;
  }

  /** Finds a page by its path alone and never stores a response, so that no token in a query is cached. */
  function answerNavigation(request: Request, { pathname, searchParams }: URL): Promise<Response> {
    const path = pathname.replace(/(.)\/+$/, '$1');
    const isPage = pages.has(path);
    const kept = isPage ? path : '/__shell';
    const isScreen = isPage || host.screens.some((screen) => isPathOf(screen, path));
    // The address may ask for a language that is not on the device.
    if (isScreen && !searchParams.has(languageParameter)) return cachedPage(kept, request);
    return fetch(request).catch(() => cachedPage(kept, request));
  }

  /** The page contains its styles, so that it is painted without another request. */
  async function cachedPage(path: string, request: Request): Promise<Response> {
    const cache = await caches.open(ownCache);
    const [page, style] = await Promise.all([cache.match(path), cache.match('/style.css')]);
    if (page === undefined) return fetch(request);
    return style === undefined ? page : withStyles(page, style);
  }

  return { install, activate, keepPages, fetchDeferred, answer };
}

const inAssets = (name: string): string => `/assets/${name}`;

/** The tag in the name of a language's file, for example pt-BR. Null for other files. Earlier builds had hashes of 8 characters. */
const languageOf = (url: string): string | null => /^\/assets\/language-(.+?)-.{7,8}\.js$/.exec(url)?.[1] ?? null;

async function cachedOrFetched(cacheName: string, key: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(key)) ?? fetch(request);
}

/**
 * Puts the styles into the page. The link to the style sheet stays for chunks that need it, but it no longer delays the paint.
 * The preloads are removed, because the files are on the device.
 */
async function withStyles(page: Response, style: Response): Promise<Response> {
  const [html, css] = await Promise.all([page.text(), style.text()]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const headers = new Headers(page.headers);
  headers.delete('content-encoding');
  headers.delete('content-length');
  const policy = headers.get('content-security-policy') ?? '';
  headers.set('content-security-policy', policy.replace("style-src 'self'", `$& 'sha256-${hash}'`));
  const inline = `<style>${css}</style><link rel="stylesheet" crossorigin href="/style.css" media="not all">`;
  return new Response(
    html.replace(/(<link rel="modulepreload"[^>]*>\s*)*<link rel="stylesheet"[^>]*href="\/style\.css">/, () => inline),
    { headers },
  );
}

/** The file may come from the HTTP cache, because its name contains the hash of its content. */
async function cacheHashed(cache: Cache, url: string): Promise<void> {
  if ((await cache.match(url)) !== undefined) return;
  await cache.put(url, checked(url, await fetchAgain(url, { credentials: 'omit' })));
}

/**
 * Takes the file from one of these caches if it has this revision, and a page also this language. Otherwise fetches it, without the
 * HTTP cache.
 */
async function keptOrFetched({ url, revision }: HostFile, among: readonly Cache[], language?: string): Promise<Response> {
  const isWanted = (response: Response): boolean =>
    hasRevision(response, revision) && (language === undefined || contentLanguage(response) === language);
  const cached = await Promise.all(among.map((cache) => cache.match(url)));
  const unchanged = cached.find((response) => response !== undefined && isWanted(response));
  if (unchanged !== undefined) return unchanged;
  const address = language === undefined ? url : `${url}?${languageParameter}=${language}`;
  const response = checked(url, await fetchAgain(address, { cache: 'reload', credentials: 'omit' }));
  if (!isWanted(response)) throw new Error(`${url} belongs to another build`);
  return response;
}

/** The language of the pages that this build has on the device. */
export async function languageOfPages(build: string): Promise<string> {
  const home = await (await caches.open(cacheOf(build))).match('/');
  return home === undefined ? 'en' : contentLanguage(home);
}

const contentLanguage = (response: Response): string => response.headers.get('content-language') ?? 'en';

const languagesOfBrowser = (): string => navigator.languages.join();

/** The server knows it from the headers of the browser and from the cookie of a choice. */
async function languageOfBrowser(): Promise<string> {
  return contentLanguage(checked('/', await fetchAgain('/', { method: 'HEAD', cache: 'no-store' })));
}

const retryDelaysMs = [1_000, 4_000];

/** Tries again without an answer, or if the server is too busy. One failed file would end the whole installation. */
async function fetchAgain(url: string, options: RequestInit): Promise<Response> {
  for (const delayMs of retryDelaysMs) {
    const response = await fetch(url, options).catch(() => null);
    if (response !== null && response.status !== 503) return response;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return fetch(url, options);
}

/** The ETag contains the revision. A proxy may have weakened or extended it. */
function hasRevision(response: Response, revision: string): boolean {
  return response.headers.get('etag')?.includes(revision) === true;
}

function checked(url: string, response: Response): Response {
  if (response.status !== 200 || response.redirected) throw new Error(`${url} answered ${response.status}`);
  return response;
}

async function deleteUnlisted(listed: ReadonlySet<string>): Promise<void> {
  const shared = await caches.open(hashedCache);
  const stale = (await shared.keys()).filter((request) => !listed.has(new URL(request.url).pathname));
  await Promise.all(stale.map((request) => shared.delete(request)));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
