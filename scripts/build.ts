// Builds the client into dist/<build id>/: bundle, worker, pages, icons and compressed copies. It keeps the newest two builds.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build as bundle } from 'vite';
import { directionOf, languages, type Language } from '#shared/rules/languages.ts';
import { screenRoutes, type ScreenRoute } from '#shared/rules/routes.ts';
import type { PrerenderedPage } from '#client/app/prerender.tsx';
import { makeIcons } from './make-icons.ts';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const viteConfig = join(root, 'client/vite.config.ts');
/** The ids of the builds, newest first, one on each line. The server serves the hashed files of all of them. */
const marker = join(dist, 'current');
const keptBuilds = 2;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The members' shell and the not-found page have addresses of their own, so that the worker can fetch them. */
const prerenderedPaths = [
  ...screenRoutes.filter((route: ScreenRoute) => route.isPrerendered).map(({ path }) => path),
  '/__shell',
  '/__404',
];

export async function build(): Promise<{ id: string; isNew: boolean }> {
  const id = await hashOfInputs();
  const known = (await readOrNull(marker))?.split('\n').filter((line) => line !== '') ?? [];
  const isNew = !(await readdirOrEmpty(dist)).includes(id);
  if (isNew) await buildInto(join(dist, id));
  const kept = [id, ...known.filter((other) => other !== id)].slice(0, keptBuilds);
  // Nothing is written if nothing has changed, so that users who cannot write to this folder can start the server.
  if (isNew || kept.join() !== known.join()) {
    await writeFile(`${marker}.new`, `${kept.join('\n')}\n`);
    await rename(`${marker}.new`, marker);
  }
  const leftOver = (await readdirOrEmpty(dist)).filter((entry) => /^[0-9a-f]{12}$/.test(entry) && !kept.includes(entry));
  await Promise.all(leftOver.map((entry) => rm(join(dist, entry), { recursive: true })));
  return { id, isNew };
}

/** A build gets its name only when it is complete, so that a failed one is never served. */
async function buildInto(finished: string): Promise<void> {
  const work = join(dist, `.building-${process.pid}`);
  const client = join(work, 'client');
  await mkdir(client, { recursive: true });
  try {
    await bundle({ configFile: viteConfig, logLevel: 'warn', build: { outDir: client } });
    await inlineFirstLook(client, work);
    await writeFile(join(work, 'pages.json'), JSON.stringify(await prerenderPages(work, client)));
    await rm(join(client, 'index.html'));
    await writeFile(join(client, 'version_frontend.json'), JSON.stringify(lastCommit()));
    await makeIcons(join(work, 'icons'));
    await compressAll(client);
    await compressAll(join(client, 'assets'));
    await rename(work, finished);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/** Replaces the page's script by a small one that runs before the first paint and then loads the app. */
async function inlineFirstLook(client: string, work: string): Promise<void> {
  const outDir = join(work, 'before-paint');
  await bundle({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'client/app/before-paint.ts'),
        output: { format: 'iife', entryFileNames: 'before-paint.js' },
      },
    },
  });
  const script = await readFile(join(outDir, 'before-paint.js'), 'utf8');
  await rm(outDir, { recursive: true });
  const page = join(client, 'index.html');
  const html = await readFile(page, 'utf8');
  const [tag] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
  if (tag === undefined) throw new Error('The built page has no script to replace.');
  await writeFile(
    page,
    html
      .replace(tag, '<link rel="modulepreload" crossorigin href="/app.js">')
      .replace('<title>', () => `<script>${script.trim()}</script>\n    <title>`),
  );
}

type Pages = Record<Language, Record<string, string>>;

/**
 * Returns the pages for visitors by language and address, with placeholders for the brand: one version for open brands, one for
 * discreet.
 */
async function prerenderPages(work: string, client: string): Promise<Record<'open' | 'discreet', Pages>> {
  const template = withoutIndents(await readFile(join(client, 'index.html'), 'utf8'));
  const outDir = join(work, 'prerender');
  await bundle({
    configFile: viteConfig,
    logLevel: 'warn',
    build: {
      ssr: join(root, 'client/app/prerender.tsx'),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'prerender.js', codeSplitting: false } },
    },
  });
  const painter = pathToFileURL(join(outDir, 'prerender.js')).href;
  const pages = { open: await pagesBy(painter, template), discreet: await pagesBy(`${painter}?discreet`, template) };
  await rm(outDir, { recursive: true });
  return pages;
}

const withoutIndents = (html: string): string => html.replace(/\n\s+(<!-- .*\n\s+)?/g, '\n');

async function pagesBy(painter: string, template: string): Promise<Pages> {
  const { prerender, speak } = (await import(painter)) as typeof import('#client/app/prerender.tsx');
  const pages: Partial<Pages> = {};
  for (const language of languages) {
    await speak(language);
    const own: Record<string, string> = {};
    for (const path of prerenderedPaths) own[path] = fillTemplate(template, language, await prerender(path));
    pages[language] = own;
  }
  return pages as Pages;
}

function fillTemplate(template: string, language: Language, { html, title, description, needed }: PrerenderedPage): string {
  const parts: Record<string, string> = {
    'page.language': language,
    'page.direction': directionOf(language),
    'page.title': escapeText(title),
    'page.description': escapeText(description),
    // The styles show it only without scripts or storage, when the app cannot start.
    'page.needed': needed === '' ? '' : `<p class="needed" role="note">${escapeText(needed)}</p>`,
    'page.html': html,
  };
  return template.replace(/\{\{(page\.\w+)\}\}/g, (token, name: string) => parts[name] ?? token);
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Compresses all files except the worker, which the server compresses. */
async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name) && name !== 'sw.js');
  await Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(folder, name));
      await writeFile(
        join(folder, `${name}.br`),
        await brotli(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
      );
      await writeFile(join(folder, `${name}.gz`), await gzipped(body, { level: 9 }));
    }),
  );
}

/** The id of a build is the hash of its sources, so that unchanged sources are not built twice. */
async function hashOfInputs(): Promise<string> {
  const files = [
    'package-lock.json',
    'scripts/build.ts',
    'scripts/client-chunks.ts',
    'scripts/fold-runtime.ts',
    'scripts/make-icons.ts',
    'scripts/house/app-texts.ts',
    'scripts/house/catalogue.ts',
    'scripts/house/source-files.ts',
    'scripts/short-languages.ts',
    'scripts/short-preloads.ts',
    'scripts/syntax.ts',
    'scripts/strip-schemas.ts',
  ];
  for (const room of ['client', 'shared', 'manifest']) {
    for await (const entry of glob(`${room}/**/*`, { cwd: root, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name));
      if (entry.isFile() && !/\.test\.tsx?$|^client\/(e2e|testing)\//.test(path)) files.push(path);
    }
  }
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(join(root, file)))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}

/** Returns the commit of the sources, or 'unknown' outside of a git checkout. */
function lastCommit(): { gitCommitHash: string; gitCommitTs: string } {
  try {
    const printed = execFileSync('git', ['log', '-1', '--format=%H %cI'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [gitCommitHash = 'unknown', gitCommitTs = 'unknown'] = printed.trim().split(' ');
    return { gitCommitHash, gitCommitTs };
  } catch {
    return { gitCommitHash: 'unknown', gitCommitTs: 'unknown' };
  }
}

async function readOrNull(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

async function readdirOrEmpty(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

if (import.meta.main) {
  process.env.NODE_ENV = 'production';
  const startedMs = performance.now();
  try {
    const { id, isNew } = await build();
    const tookS = ((performance.now() - startedMs) / 1_000).toFixed(1);
    console.log(isNew ? `Built the client ${id} in ${tookS} s.` : `The client ${id} is built already.`);
  } catch (error) {
    console.error('The client could not be built.', error);
    process.exit(1);
  }
  // Timers of the prerendered app would keep this process alive.
  process.exit();
}
