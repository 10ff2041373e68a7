// Pages and files of a built client: brand, status, caching and headers.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandForHost, brands, defaultBrand } from '#manifest/index.ts';
import { brandIn, type Brand } from '#shared/brand.ts';
import { languages, type Language } from '#shared/rules/languages.ts';
import { fillPage } from './brand-pages.ts';
import { clientFiles } from './static-client.ts';

const page = (path: string, language: string) => `<!doctype html><html lang="${language}"><title>${path} · {{brand.name}}</title>
<meta name="theme-color" content="{{brand.themeColor.light}}"><link rel="stylesheet" href="/style.css">
<script type="application/json" id="brand">{{brand.json}}</script><p title="{{brand.slogans.0}}">{{brand.texts.about}}</p>`;
const paths = ['/', '/login', '/tos', '/__shell', '/__404'];
const worker = 'self.addEventListener("install", () => {});';

let distDir = '';
let app: FastifyInstance;

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'dist-'));
  await writeBuild('older', { 'old-1111.js': 'old()' });
  await writeBuild('newer', {
    'main-2222.js': 'main()'.repeat(100),
    'admin-charts-4444.js': 'draw()',
    'language-de-5555.js': 'say()',
  });
  await writeFile(join(distDir, 'current'), 'newer\nolder\n');
  app = await serve();
});

afterAll(async () => {
  await app.close();
  await rm(distDir, { recursive: true });
});

describe('pages', () => {
  it.each([
    ['/', 200, '/ · Hearthside'],
    ['/tos', 200, '/tos · Hearthside'],
    ['/tos/', 200, '/tos · Hearthside'],
    ['/tos?from=mail', 200, '/tos · Hearthside'],
    ['/search/map', 200, '/__shell · Hearthside'],
    ['/profile/some-id', 200, '/__shell · Hearthside'],
    ['/nowhere', 404, '/__404 · Hearthside'],
    ['/__404', 404, '/__404 · Hearthside'],
    ['/profile/some-id/further', 404, '/__404 · Hearthside'],
    ['//[', 404, '/__404 · Hearthside'],
    ['/%2e%2e/%2e%2e/etc/passwd', 404, '/__404 · Hearthside'],
  ])('%s is answered %i with the page %s', async (path, status, title) => {
    const answer = await get(path);
    expect([answer.statusCode, /<title>(.*?)<\/title>/.exec(answer.body)?.[1]]).toEqual([status, title]);
  });

  it('leave no placeholder unfilled, for any brand', async () => {
    for (const brand of brands) {
      for (const path of [...paths, '/nowhere', '/settings']) {
        const { body } = await get(path, { host: brand.canonicalHost });
        expect(body).not.toContain('{{');
        expect(body).toContain(brand.name);
        expect(body).toContain(brand.themeColor.light);
      }
    }
  });

  it('carry the brand as data that the browser can read, without its mail settings', async () => {
    const { body } = await get('/', { host: 'brazen.example' });
    const block = JSON.parse(/id="brand">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
    expect(block).toMatchObject({ key: 'brazen', name: 'Brazen', discreet: false });
    expect(block).not.toHaveProperty('mail');
  });

  it('are always revalidated, and the login page is never stored', async () => {
    expect((await get('/tos')).headers['cache-control']).toBe('no-cache');
    expect((await get('/search/map')).headers['cache-control']).toBe('no-store');
    expect((await get('/login?token=abc')).headers['cache-control']).toBe('no-store');
  });

  it('forbid foreign and inline code, frames and sniffing', async () => {
    for (const path of ['/', '/search/map', '/nowhere']) {
      const { headers } = await get(path, { host: 'almanac.example' });
      const policy = String(headers['content-security-policy']);
      expect(policy).not.toMatch(/unsafe-|https?:|\*/);
      for (const rule of [
        "default-src 'none'",
        "script-src 'self';",
        "style-src 'self';",
        "connect-src 'self' wss://almanac.example",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
      ]) {
        expect(policy).toContain(rule);
      }
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['permissions-policy']).toContain('geolocation=(self)');
    }
  });

  it('run only the inline scripts of the build', async () => {
    const { body, headers } = await get('/with-script');
    const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(script).toBe('paint()');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  it('answer 304 to a browser that has them cached, and HEAD without a body', async () => {
    const { headers } = await get('/tos');
    expect((await get('/tos', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    const head = await app.inject({ method: 'HEAD', url: '/tos', headers: { host: 'localhost' } });
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
  });

  it('escape brand texts', () => {
    const brand = { ...defaultBrand, name: `"<b>'&` };
    const filled = fillPage('<p title="{{brand.name}}">{{brand.name}}</p>{{brand.json}}', brand);
    expect(filled).toContain('<p title="&#34;&#60;b&#62;&#39;&#38;">&#34;&#60;b&#62;&#39;&#38;</p>');
    expect(filled).not.toContain('<b>');
  });

  it('with a placeholder that no brand has make startup fail', () => {
    expect(() => fillPage('{{brand.nonsense}}', defaultBrand)).toThrow(/brand\.nonsense/);
    expect(() => fillPage('{{page.title}}', defaultBrand)).toThrow(/page\.title/);
  });
});

describe('the language of pages', () => {
  const langOf = (answer: { body: string }) => /<html lang="(.*?)">/.exec(answer.body)?.[1];

  it.each(['/', '/tos', '/settings', '/nowhere'])(
    '%s follows address, choice and browser, and caches are told so',
    async (path) => {
      for (const [answer, language] of [
        [await get(path), 'en'],
        [await get(path, { 'accept-language': 'de-DE,de;q=0.9' }), 'de'],
        [await get(path, { 'accept-language': 'de', cookie: 'language=ar' }), 'ar'],
        [await get(`${path}?lang=fr`, { 'accept-language': 'de', cookie: 'language=ar' }), 'fr'],
        [await get(`${path}?lang=xx`, { 'accept-language': 'de' }), 'de'],
      ] as const) {
        expect([langOf(answer), answer.headers['content-language']]).toEqual([language, language]);
        expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie');
      }
    },
  );

  it('is part of the tag, so that no browser keeps a page of another language', async () => {
    const tags = await Promise.all(languages.map(async (language) => String((await get(`/tos?lang=${language}`)).headers.etag)));
    expect(new Set(tags).size).toBe(languages.length);
    const german = { 'accept-language': 'de' };
    const { etag } = (await get('/tos', german)).headers;
    expect((await get('/tos', { ...german, 'if-none-match': String(etag) })).statusCode).toBe(304);
    expect(langOf(await get('/tos', { 'if-none-match': String(etag) }))).toBe('en');
  });

  it('does not change the files that all languages share', async () => {
    for (const path of ['/sw.js', '/app.js', '/style.css', '/assets/main-2222.js']) {
      const [english, german] = [await get(path), await get(path, { 'accept-language': 'de', cookie: 'language=de' })];
      expect([path, german.body, german.headers.etag]).toEqual([path, english.body, english.headers.etag]);
      expect(german.headers.vary).toBe('accept-encoding');
    }
  });

  it('has an address of its own, which search engines find in the sitemap of a brand that may be listed', async () => {
    const { canonicalHost } = defaultBrand;
    const links = await Promise.all(['/tos', '/tos?lang=de'].map(async (path) => (await get(path)).headers.link));
    expect(links).toEqual([
      `<https://${canonicalHost}/tos>; rel="canonical"`,
      `<https://${canonicalHost}/tos?lang=de>; rel="canonical"`,
    ]);
    expect((await get('/robots.txt')).body).toContain(`Sitemap: https://${canonicalHost}/sitemap.xml`);
    const { body } = await get('/sitemap.xml');
    const [entry = ''] = body.split('\n').filter((line) => line.includes(`<loc>https://${canonicalHost}/tos?lang=pt-BR</loc>`));
    for (const language of languages)
      expect(entry).toContain(`hreflang="${language}" href="https://${canonicalHost}/tos?lang=${language}"`);
    expect(entry).toContain(`hreflang="x-default" href="https://${canonicalHost}/tos"`);
    expect(body).not.toMatch(/settings|sorry|__/);
  });

  it('changes nothing in what a discreet brand forbids', async () => {
    const { canonicalHost: host } = brands.find(({ discreet }) => discreet) ?? defaultBrand;
    const { headers } = await get('/tos?lang=de', { host });
    expect([headers['x-robots-tag'], headers.link]).toEqual(['noindex, nofollow', undefined]);
    expect((await get('/sitemap.xml', { host, accept: '*/*' })).statusCode).toBe(404);
    expect((await get('/robots.txt', { host })).body).not.toContain('Sitemap');
  });
});

describe('files', () => {
  it('with a hash in their name are cached for a year, including those of the previous build', async () => {
    for (const path of ['/assets/main-2222.js', '/assets/old-1111.js']) {
      const answer = await get(path);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    }
  });

  it('come in the smallest encoding that the browser accepts', async () => {
    const plain = (await get('/assets/main-2222.js')).body;
    const br = await get('/assets/main-2222.js', { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get('/assets/main-2222.js', { 'accept-encoding': 'br;q=0, gzip' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', plain]);
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', plain]);
    expect(br.headers.vary).toBe('accept-encoding');
  });

  it('that do not exist are answered 404 without a page', async () => {
    const answer = await get('/assets/gone-3333.js', { accept: '*/*' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });

  it('of a brand follow the host', async () => {
    const names = await Promise.all(
      brands.map(async ({ canonicalHost }) => (await get('/manifest.webmanifest', { host: canonicalHost })).json().name),
    );
    expect(names).toEqual(brands.map(({ name }) => name));
    expect((await get('/icons/icon-192.png', { host: 'brazen.example' })).body).toBe('brazen icon-192.png');
    const style = (await get('/style.css', { host: 'brazen.example' })).body;
    expect(style).toMatch(/^:root\{.*--accent:#a3128f.*\}\s*body\{/s);
  });

  it.each([
    [{}, 'en', 'ltr'],
    [{ 'accept-language': 'pl-PL, de;q=0.9' }, 'pl', 'ltr'],
    [{ 'accept-language': 'pl', cookie: 'sid=x; language=ar' }, 'ar', 'rtl'],
    [{ 'accept-language': 'pl', cookie: 'language=%00xx' }, 'pl', 'ltr'],
    [{ 'accept-language': 'tlh' }, 'en', 'ltr'],
  ])('the web app manifest for %j is in %s', async (headers, lang, dir) => {
    const answer = await get('/manifest.webmanifest', headers);
    expect(answer.json()).toMatchObject({ lang, dir, description: brandIn(defaultBrand, lang as Language).manifest.description });
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie');
    expect(answer.headers['content-type']).toBe('application/manifest+json');
  });

  it('the web app manifest has a tag for each language, and the worker does not keep it in one', async () => {
    const tagOf = async (language: string) =>
      (await get('/manifest.webmanifest', { 'accept-language': language })).headers.etag ?? '';
    const [german, polish] = await Promise.all([tagOf('de'), tagOf('pl')]);
    expect(german).not.toBe(polish);
    const again = (language: string) =>
      get('/manifest.webmanifest', { 'accept-language': language, 'if-none-match': String(german) });
    expect([(await again('de')).statusCode, (await again('pl')).statusCode]).toEqual([304, 200]);
    expect((await get('/sw.js')).body).not.toContain('manifest.webmanifest');
  });

  it('of a brand are cached for a year only at an address with their version', async () => {
    const [, version] = /\?v=(\w+)/.exec((await get('/manifest.webmanifest')).body) ?? [];
    for (const path of ['/icons/icon-192.png', '/icons/icon.svg'])
      expect((await get(`${path}?v=${version}`)).headers['cache-control']).toContain('immutable');
    // A page shows this icon several times while it opens.
    expect((await get('/icons/icon.svg')).headers['cache-control']).toBe('max-age=60');
    // While processes are updated one after the other, this one may be asked for a version of the next.
    const ofOthers = ['/icons/icon-192.png?v=1', '/worker.js?v=1', '/worker.js', `/worker.js?v=${version}`];
    for (const path of [...ofOthers, '/icons/icon-192.png', '/manifest.webmanifest', '/app.js', '/style.css', '/app.js?v=1']) {
      expect([path, (await get(path)).headers['cache-control']]).toEqual([path, 'no-cache']);
    }
    expect((await get('/version_frontend.json')).json()).toEqual({ gitCommitHash: 'newer', gitCommitTs: '2026-01-01' });
  });
});

describe('the worker', () => {
  const hostOf = async (host: string) => {
    const { body } = await get('/sw.js', { host });
    return JSON.parse(/^self\.workerHost=(.*);$/m.exec(body)?.[1] ?? '') as {
      build: string;
      pages: { url: string; revision: string }[];
      files: { url: string; revision: string }[];
      assets: string[];
      languages: string[];
      screens: string[];
      notification: { title: string; bodies: Record<string, string> };
    };
  };

  it('is revalidated each time and names the build', async () => {
    const { headers, body } = await get('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).toContain('newer-');
  });

  it('imports its code from an address that changes with it, so that an update fetches unchanged code no second time', async () => {
    const { body } = await get('/sw.js');
    const code = await get(/importScripts\('(.*)'\)/.exec(body)?.[1] ?? '');
    expect([code.statusCode, code.body]).toEqual([200, worker]);
    expect(code.headers['cache-control']).toContain('immutable');
    expect(code.headers.etag).toContain(/\?v=(\w+)/.exec(body)?.[1]);
  });

  it('has the text for a push that cannot be read in each language, of the brand of the host', async () => {
    const { title, bodies } = (await hostOf('localhost')).notification;
    expect([title, bodies.en, bodies.de]).toEqual([
      'Hearthside',
      'Something new is waiting for you',
      'Etwas Neues wartet auf dich',
    ]);
    expect(Object.keys(bodies).toSorted()).toEqual([...languages].toSorted());
  });

  it('lists the screens that start with the shell, but none whose own page is kept', async () => {
    const { screens } = await hostOf('localhost');
    expect(screens).toEqual(expect.arrayContaining(['/search/map', '/profile/{profileId}', '/tos']));
    expect(screens).not.toContain('/login');
  });

  it('lists the newest build’s files with a hash, but none that only administrators open, and those of languages separately', async () => {
    expect(await hostOf('localhost')).toMatchObject({ assets: ['main-2222.js'], languages: ['language-de-5555.js'] });
  });

  it('lists each file once, with the revision that the host serves', async () => {
    for (const { canonicalHost } of brands) {
      const { pages, files } = await hostOf(canonicalHost);
      const listed = [...pages, ...files].map(({ url }) => url);
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toEqual(expect.arrayContaining(['/', '/login', '/__shell', '/app.js']));
      for (const other of ['/tos', '/__404']) expect(listed).not.toContain(other);
      for (const { url, revision } of files) {
        const answer = await get(url, { host: canonicalHost });
        expect([url, answer.statusCode, answer.headers.etag]).toEqual([url, 200, `W/"${revision}"`]);
      }
      for (const { url, revision } of pages) {
        const answer = await get(`${url}?lang=de`, { host: canonicalHost });
        expect([url, answer.statusCode, answer.headers.etag]).toEqual([url, 200, `W/"${revision}-de"`]);
      }
    }
  });

  it('differs from host to host, as the pages do', async () => {
    const builds = await Promise.all(brands.map(async ({ canonicalHost }) => (await hostOf(canonicalHost)).build));
    expect(new Set(builds).size).toBe(brands.length);
  });
});

it('an unknown address under /api is left to the app', async () => {
  expect((await get('/api/unknown')).json()).toEqual({ from: 'app' });
});

it('a host whose brand is not served gets no page', async () => {
  const served = await serve(distDir, [defaultBrand]);
  const { statusCode, json } = await served.inject({ url: '/', headers: { host: 'brazen.example', accept: 'text/html' } });
  expect([statusCode, json()]).toEqual([404, { from: 'app' }]);
  await served.close();
});

it('a server without a built client says which command builds it', async () => {
  await expect(serve(join(distDir, 'nothing'))).rejects.toThrow(/npm run build/);
});

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers: { host: 'localhost', accept: 'text/html,*/*', ...headers } });
}

async function serve(dir = distDir, servedBrands: readonly Brand[] = brands): Promise<FastifyInstance> {
  const served = Fastify();
  served.setNotFoundHandler((_request, reply) => reply.code(404).send({ from: 'app' }));
  served.decorateRequest('brand');
  served.addHook('onRequest', async (request) => {
    request.brand =
      brandForHost(request.headers.host ?? '', { publicUrl: 'http://localhost:3000', allowedHosts: [] }) ?? defaultBrand;
  });
  await served.register(clientFiles, { distDir: dir, brands: servedBrands });
  return served;
}

async function writeBuild(id: string, assets: Record<string, string>): Promise<void> {
  const client = join(distDir, id, 'client');
  await mkdir(join(client, 'assets'), { recursive: true });
  const texts = Object.entries(assets).map(([name, text]) => [join('assets', name), text] as const);
  for (const [name, text] of [...texts, ['app.js', 'app()'] as const, ['style.css', 'body{margin:0}'] as const]) {
    await writeFile(join(client, name), text);
    await writeFile(join(client, `${name}.br`), brotliCompressSync(text));
    await writeFile(join(client, `${name}.gz`), gzipSync(text));
  }
  await writeFile(join(client, 'sw.js'), worker);
  await writeFile(join(client, 'version_frontend.json'), JSON.stringify({ gitCommitHash: id, gitCommitTs: '2026-01-01' }));
  const pagesIn = (language: string) => ({
    ...Object.fromEntries(paths.map((path) => [path, page(path, language)])),
    '/with-script': `<script>paint()</script>${page('/with-script', language)}`,
  });
  const pages = Object.fromEntries(languages.map((language) => [language, pagesIn(language)]));
  await writeFile(join(distDir, id, 'pages.json'), JSON.stringify({ open: pages, discreet: pages }));
  for (const { key } of brands) {
    const icons = join(distDir, id, 'icons', key);
    await mkdir(icons, { recursive: true });
    for (const name of ['icon.svg', 'icon-192.png', 'icon-512.png', 'maskable-512.png'])
      await writeFile(join(icons, name), `${key} ${name}`);
  }
}
