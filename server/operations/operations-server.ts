// The port for operators: liveness, readiness and metrics. It answers from the first moment of startup to the end.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import type { CallObserver } from '#server/http/finished-calls.ts';
import { listenAt } from '#server/http/listening.ts';
import type { ServerReadiness } from '#server/http/readiness.ts';
import { createCallCounts } from './call-counts.ts';
import { serverMetrics } from './server-metrics.ts';
import { createStoreCallCounts, type StoreCallObserver } from './store-call-counts.ts';

/** What the port reports about a started application. */
interface Watched {
  /** The number of committed transactions. */
  writes(): number;
}

export interface Operations {
  readonly readiness: ServerReadiness;
  readonly countCall: CallObserver;
  readonly countStoreCall: StoreCallObserver;
  /** Call it when the application answers members. */
  watch(app: Watched): void;
}

interface OperationsServer extends Operations {
  readonly port: number;
  close(): void;
}

interface OperationsOptions {
  readonly readiness: ServerReadiness;
  readonly version: string;
}

type Answer = readonly [status: number, type: string, body: string];

const jsonType = 'application/json; charset=utf-8';

/** Listens on the port of operators. `close` ends its connections. */
export async function openOperations(
  address: { readonly port: number; readonly host: string },
  { readiness, version }: OperationsOptions,
): Promise<OperationsServer> {
  const counts = new Registry();
  const countCall = createCallCounts(counts);
  const countStoreCall = createStoreCallCounts(counts);
  let watched: Watched | null = null;

  const pages: Readonly<Record<string, () => Promise<Answer>>> = {
    '/health/live': async () => json(200, { status: 'live' }),
    async '/health/ready'() {
      const state = await readiness.now();
      return json(state.status === 'ready' ? 200 : 503, state);
    },
    async '/metrics'() {
      const { readiness: state, sample } = await readiness.measured();
      const writes = watched?.writes() ?? null;
      const start = readiness.progress;
      const hasPictures = 'pictures' in state ? state.pictures === 'available' : null;
      const sharesLimits = 'limits' in state ? state.limits === 'shared' : null;
      const knowsChanges = 'changes' in state ? state.changes === 'known' : null;
      const isReady = state.status === 'ready';
      const measured = serverMetrics({ version, start, isReady, hasPictures, sharesLimits, knowsChanges, sample, writes });
      return [200, counts.contentType, await Registry.merge([measured, counts]).metrics()];
    },
  };

  async function answer({ method = '', url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined;
    const isRead = method === 'GET' || method === 'HEAD';
    const [status, type, body] = page === undefined || !isRead ? json(404, { status: 'not-found' }) : await page();
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    response.end(method === 'HEAD' ? undefined : body);
  }

  const server = createServer((request, response) => void answer(request, response));
  await listenAt(server, address, { port: 'OPS_PORT', host: 'OPS_HOST' });
  return {
    readiness,
    countCall,
    countStoreCall,
    watch: (app) => (watched = app),
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const json = (status: number, body: object): Answer => [status, jsonType, `${JSON.stringify(body)}\n`];
