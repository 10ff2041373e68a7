// Serves a folder of builds like the server, on a free port, and measures the size of its files in brotli.
import Fastify from 'fastify';
import type { WorkerHost } from '#client/worker/host.ts';
import { brandForHost, brands, defaultBrand } from '#manifest/index.ts';
import { brandFiles } from '#server/http/brand-pages.ts';
import { readBuiltClient } from '#server/http/built-client.ts';
import { clientFiles } from '#server/http/static-client.ts';

export interface Served {
  readonly origin: string;
  /** All requested addresses in order. */
  readonly asked: readonly string[];
  /** Resolves when the server is closed. Open connections are cut. */
  stop(): Promise<void>;
}

/** If `port` is 0, a free one is used. Of the API, only the ping is answered. */
export async function serveFolder(distDir: string, port = 0): Promise<Served> {
  const app = Fastify();
  const asked: string[] = [];
  app.decorateRequest('brand');
  app.addHook('onRequest', async (request) => {
    asked.push(request.url);
    request.brand = brandForHost(request.headers.host ?? '', { publicUrl: 'http://localhost', allowedHosts: [] }) ?? defaultBrand;
  });
  app.get('/api/ping', async () => ({ ok: true }));
  await app.register(clientFiles, { distDir, brands });
  const { port: taken } = new URL(await app.listen({ port, host: '127.0.0.1' }));
  return {
    origin: `http://localhost:${taken}`,
    asked,
    async stop() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

export interface Weights {
  /** The bytes that a browser which accepts brotli receives, by address. */
  readonly sent: ReadonlyMap<string, number>;
  /** The revision of each file by address. */
  readonly revisions: ReadonlyMap<string, string>;
  /** The worker's precache list in its order, including duplicates. */
  readonly kept: readonly string[];
}

/** Measures the files that the default brand's host serves to a browser in English. */
export async function weighFolder(distDir: string): Promise<Weights> {
  const client = await readBuiltClient(distDir);
  const { pages, files } = brandFiles(defaultBrand, client);
  const sent = new Map<string, number>();
  const revisions = new Map<string, string>();
  for (const [path, file] of [...client.assets, ...pages.en, ...files]) {
    sent.set(path, (await file.br?.())?.length ?? file.plain.length);
    revisions.set(path, file.revision);
  }
  const host = /^self\.workerHost=(.*);$/m.exec(files.get('/sw.js')?.plain.toString() ?? '')?.[1];
  if (host === undefined) throw new Error('The worker names no files.');
  const { assets, pages: kept, files: own } = JSON.parse(host) as WorkerHost;
  return { sent, revisions, kept: [...assets.map((name) => `/assets/${name}`), ...[...kept, ...own].map(({ url }) => url)] };
}

export function bytesOf({ sent }: Weights, paths: Iterable<string>): number {
  let sum = 0;
  for (const path of paths) {
    const size = sent.get(path);
    if (size === undefined) throw new Error(`${path} is not served.`);
    sum += size;
  }
  return sum;
}
