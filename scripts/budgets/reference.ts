// Builds the reference: a hello world with the same libraries and build packages, in a folder that the same server serves.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build as bundle } from 'vite';
import { languages } from '#shared/rules/languages.ts';

const root = path.join(import.meta.dirname, '../..');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hello</title>
    <meta name="description" content="A hello world." />
    <link rel="stylesheet" href="/style.css" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <link rel="icon" type="image/svg+xml" href="/icons/icon.svg" />
  </head>
  <body>
    <div id="app"></div>
    <script type="module" src="/main.tsx"></script>
  </body>
</html>
`;

/** The page registers the same worker as the application, so that it opens without a server too. */
const script = `
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

function Hello() {
  const { data } = useQuery({ queryKey: ['hello'], queryFn: async () => 'Hello' });
  return <main><h1>Hello world</h1><p>{data}</p><Link to="/login">Log in</Link></main>;
}
const root = createRootRoute({ component: Outlet });
const routes = ['/', '/login'].map((path) => createRoute({ getParentRoute: () => root, path, component: Hello }));
const router = createRouter({ routeTree: root.addChildren(routes) });
createRoot(document.getElementById('app')).render(
  <QueryClientProvider client={new QueryClient()}><RouterProvider router={router} /></QueryClientProvider>,
);
globalThis.trustedTypes?.createPolicy('default', { createScriptURL: (url) => url });
addEventListener('load', () => navigator.serviceWorker?.register('/sw.js'));
`;

export interface Reference {
  readonly distDir: string;
  remove(): Promise<void>;
}

/** Worker and icons come from `ownDistDir`. The build is in a temporary folder, which `remove` deletes. */
export async function buildReference(ownDistDir: string): Promise<Reference> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reference-'));
  const source = path.join(folder, 'source');
  const distDir = path.join(folder, 'dist');
  const client = path.join(distDir, 'reference/client');
  await mkdir(source, { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(source, 'node_modules'));
  await writeFile(path.join(source, 'index.html'), page);
  await writeFile(path.join(source, 'main.tsx'), script);
  await bundle({
    root: source,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: client,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  await addOtherFiles(client, ownDistDir, path.join(distDir, 'reference'));
  await writeFile(path.join(distDir, 'current'), 'reference\n');
  return { distDir, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Adds the files that the bundler does not create: pages, style sheet, worker, icons and version. */
async function addOtherFiles(client: string, ownDistDir: string, folder: string): Promise<void> {
  const [ownBuild = ''] = (await readFile(path.join(ownDistDir, 'current'), 'utf8')).split('\n');
  const own = path.join(ownDistDir, ownBuild);
  const html = await readFile(path.join(client, 'index.html'), 'utf8');
  const paths = { '/': html, '/login': html, '/__shell': html, '/__404': html };
  const pages = Object.fromEntries(languages.map((language) => [language, paths]));
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify({ open: pages, discreet: pages }));
  await rm(path.join(client, 'index.html'));
  await writeFile(path.join(client, 'style.css'), 'body { font: 16px sans-serif; }\n');
  await writeFile(path.join(client, 'version_frontend.json'), '{}');
  await cp(path.join(own, 'icons'), path.join(folder, 'icons'), { recursive: true });
  await cp(path.join(own, 'client/sw.js'), path.join(client, 'sw.js'));
  for (const file of ['style.css', ...(await readdir(path.join(client, 'assets'))).map((name) => `assets/${name}`)]) {
    const body = await readFile(path.join(client, file));
    await writeFile(path.join(client, `${file}.br`), brotliCompressSync(body));
    await writeFile(path.join(client, `${file}.gz`), gzipSync(body));
  }
}
