// Serves a test's copy of the built client from a folder, and forwards calls and sockets to a real server.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { brandForHost, brands, defaultBrand } from '#manifest/index.ts';
import { clientFiles } from '#server/http/static-client.ts';
import { passRequest, passSocket } from './pass-on.ts';

export interface Front {
  readonly origin: string;
  /** While true, new calls and sockets are cut. Open ones stay, and files are served. */
  isCut: boolean;
  /** Says which files and calls are never answered. `path` includes the query. */
  isHeld: (path: string) => boolean;
  /** Serves the folder's current content, as after a deployment. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `answered` replaces headers of the replies to calls. */
export async function startFront(
  distDir: string,
  targetPort: number,
  answered: Readonly<Record<string, string>> = {},
): Promise<Front> {
  let files = await filesOf(distDir);
  const server = createServer((incoming, outgoing) => {
    if (front.isHeld(incoming.url ?? '')) return;
    if (!incoming.url?.startsWith('/api/')) files.routing(incoming, outgoing);
    else if (front.isCut) incoming.socket.destroy();
    else passRequest(targetPort, incoming, outgoing, {}, answered);
  });
  server.on('upgrade', (incoming, socket) => {
    if (front.isCut) socket.destroy();
    else passSocket(targetPort, incoming, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const front: Front = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    isCut: false,
    isHeld: () => false,
    async restart() {
      files = await filesOf(distDir);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return front;
}

async function filesOf(distDir: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.decorateRequest('brand');
  app.addHook('onRequest', async (request) => {
    request.brand = brandForHost(request.headers.host ?? '', { publicUrl: 'http://localhost', allowedHosts: [] }) ?? defaultBrand;
  });
  await app.register(clientFiles, { distDir, brands });
  await app.ready();
  return app;
}
