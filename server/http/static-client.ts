// Serves the built client: pages, files with a hash in their names, and the files of each brand.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import { languageParameter } from '#shared/rules/languages.ts';
import { withoutEndSlashes } from '#shared/rules/path-pattern.ts';
import { routeOfPath } from '#shared/rules/routes.ts';
import { brandFiles, type BrandFiles } from './brand-pages.ts';
import { readBuiltClient, revalidated } from './built-client.ts';
// This import declares `request.brand`.
import type {} from './guards.ts';
import { askedLanguage, requestLanguage } from './request-language.ts';
import { commonHeaders } from './security-headers.ts';
import { sendFile, type ServedFile } from './served-file.ts';

const forOneOpening = 'max-age=60';

export interface ClientFilesOptions {
  readonly distDir: string;
  readonly brands: readonly Brand[];
}

/** Reads and fills all files at startup. Rejects if there is no build. Unknown addresses under /api are left to the app. */
export async function clientFiles(app: FastifyInstance, { distDir, brands }: ClientFilesOptions): Promise<void> {
  const client = await readBuiltClient(distDir);
  const filesByBrand = new Map<string, BrandFiles>();
  for (const brand of brands) filesByBrand.set(brand.key, brandFiles(brand, client));

  app.get('/*', { config: { openBecause: 'the built client is the same for everybody' } }, async (request, reply) => {
    const [pathname = '/', query = ''] = request.url.split('?', 2);
    if (isApi(pathname)) return reply.callNotFound();
    void reply.headers(commonHeaders);
    const own = filesByBrand.get(request.brand.key);
    if (own === undefined) return reply.callNotFound();
    const asset = client.assets.get(pathname);
    if (asset !== undefined) return sendFile(request, reply, asset);
    if (pathname === '/manifest.webmanifest') return sendFile(request, reply, own.manifests[requestLanguage(request)]);
    const file = own.files.get(pathname);
    if (file !== undefined) return sendFile(request, reply, withFreshness(file, pathname, query));
    return sendPage(request, reply, own.pages[requestLanguage(request)], pathname);
  });
}

/** Sends the prerendered page of a public path, the neutral page for a member's path, else 404. Only browsers get a page for it. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: ReadonlyMap<string, ServedFile>,
  pathname: string,
): Promise<FastifyReply> {
  const path = pathname === '/' ? pathname : withoutEndSlashes(pathname);
  const found = pages.get(path) ?? (routeOfPath(path) === null ? undefined : pages.get('/__shell'));
  if (found !== undefined && path !== '/__404') return sendFile(request, reply, asAsked(found, request));
  const notFound = request.headers.accept?.includes('text/html') === true ? pages.get('/__404') : undefined;
  if (notFound === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found.\n');
  return sendFile(request, reply, notFound, 404);
}

/** A page in the language that its address asks for has this address, with the language, as its canonical URL. */
function asAsked(page: ServedFile, { url }: FastifyRequest): ServedFile {
  const language = askedLanguage(url);
  const { link } = page.headers ?? {};
  return language === null || link === undefined
    ? page
    : { ...page, headers: { ...page.headers, link: link.replace('>', `?${languageParameter}=${language}>`) } };
}

/**
 * If the address does not have the version of this build, the content may change there, so that browsers have to check it: while the
 * server is updated, a page of another process may ask for another version. The icon, which a page shows several times while it opens, is
 * checked once.
 */
function withFreshness(file: ServedFile, pathname: string, query: string): ServedFile {
  if (file.version !== undefined && query === `v=${file.version}`) return file;
  return { ...file, cacheControl: pathname === '/icons/icon.svg' ? forOneOpening : revalidated };
}

function isApi(pathname: string): boolean {
  return pathname === '/api' || pathname.startsWith('/api/');
}
