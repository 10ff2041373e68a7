// Runs the app for development. The server restarts and the page reloads on changes. Vite uses PORT (3000), the server PORT + 1.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type Plugin } from 'vite';
import { defaultBrand } from '#manifest/index.ts';
import { brandCss } from '#manifest/tokens.ts';
import { fillPage } from '#server/http/brand-pages.ts';
import { build } from './build.ts';

const root = join(import.meta.dirname, '..');
const port = Number(process.env.PORT ?? 3_000);
const serverPort = port + 1;
const publicUrl = `http://localhost:${port}`;
/** The server answers these paths, since they depend on the host. Vite answers the others. There is no worker in development. */
const serverPaths = ['/api', '/icons', '/manifest.webmanifest', '/version_frontend.json'];

const pageParts: Readonly<Record<string, string>> = { title: defaultBrand.name, language: 'en', direction: 'ltr' };

/** Inserts the default brand into the page, as the server does with built pages. */
const brandInPage: Plugin = {
  name: 'brand-in-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (page) => ({
      html: fillPage(
        page.replace(/\{\{page\.(\w+)\}\}/g, (_, name: string) => pageParts[name] ?? ''),
        defaultBrand,
      ),
      tags: [{ tag: 'style', children: brandCss(defaultBrand), injectTo: 'head' }],
    }),
  },
};

if (!existsSync(join(root, 'dist/current'))) await build();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server/main.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(serverPort), PUBLIC_URL: publicUrl },
});
const pages = await createServer({
  configFile: join(root, 'client/vite.config.ts'),
  plugins: [brandInPage],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    // The Host header is unchanged, since the server compares it with the origin of each write.
    proxy: Object.fromEntries(
      serverPaths.map((path) => [path, { target: `http://127.0.0.1:${serverPort}`, ws: path === '/api' }]),
    ),
  },
});
await pages.listen();
console.log(`\n  Open      ${publicUrl}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.kill(signal);
    void pages.close().finally(() => process.exit(0));
  });
}
