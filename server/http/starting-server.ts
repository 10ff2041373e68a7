// The HTTP server. It listens before the application is ready, and until then answers with the progress of the startup.
import { IncomingMessage, Server, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import { site } from '#shared/contract/site.ts';
import { startingHeader } from '#shared/rules/starting.ts';
import type { ServerLimits } from '#server/limits.ts';
import type { CallObserver } from './finished-calls.ts';
import { problemBody } from './problems.ts';
import type { ServerReadiness } from './readiness.ts';

const retryAfterSeconds = '2';
const jsonType = 'application/json; charset=utf-8';

type Limits = Pick<
  ServerLimits,
  'headersTimeoutMs' | 'connectionsCheckMs' | 'longestUploadMs' | 'connectionTimeoutMs' | 'maxConnections'
>;

export class StartingServer extends Server {
  readonly readiness: ServerReadiness;
  readonly #observe: CallObserver | undefined;
  #isReady = false;

  /** `observe` is called for each call that is answered before the application takes over. */
  constructor(limits: Limits, readiness: ServerReadiness, observe?: CallObserver) {
    super({ headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.connectionsCheckMs } as ServerOptions);
    this.readiness = readiness;
    this.#observe = observe;
    this.requestTimeout = limits.longestUploadMs;
    this.keepAliveTimeout = limits.connectionTimeoutMs;
    this.setTimeout(limits.connectionTimeoutMs);
    this.maxConnections = limits.maxConnections;
  }

  /** From now on the application answers. Fastify then calls `listen`, although this server already listens. */
  handOver(handler: RequestListener): this {
    this.on('request', handler);
    this.listen = () => {
      this.#isReady = true;
      process.nextTick(() => this.emit('listening'));
      return this;
    };
    return this;
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const [request, answer] = args as [IncomingMessage, unknown];
    if (this.#isReady || !(request instanceof IncomingMessage)) return super.emit(event as string, ...args);
    if (answer instanceof ServerResponse) this.#answer(request, answer);
    else if (answer instanceof Socket) this.#refuseUpgrade(request, answer);
    return true;
  }

  #refuseUpgrade(request: IncomingMessage, socket: Socket): void {
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    // Nothing else closes the socket, since it is no longer among the server's connections.
    response.once('finish', () => socket.destroySoon());
    this.#answer(request, response);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const own = this.#healthOf(request.url);
    this.#report(request, response, own === null ? null : (request.url ?? null));
    if (own !== null) return sendHealth(response, own);
    const { done, of } = this.readiness.progress;
    const body = { ...problemBody('starting'), done, of };
    const isPage = request.headers.accept?.startsWith('text/html') === true;
    response.writeHead(body.statusCode, {
      'retry-after': retryAfterSeconds,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
      [startingHeader]: `${done}/${of}`,
      // Lets the browser load the page again.
      ...(isPage ? { 'content-type': 'text/plain; charset=utf-8', refresh: retryAfterSeconds } : { 'content-type': jsonType }),
    });
    response.end(isPage ? `${body.message}\n` : JSON.stringify(body));
  }

  #healthOf(url: string | undefined): Health | null {
    if (url === site.getLive.path) return { statusCode: 200, body: { status: 'live' } };
    if (url === site.getReady.path) return { statusCode: 503, body: this.readiness.starting() };
    return null;
  }

  #report({ method = '' }: IncomingMessage, response: ServerResponse, route: string | null): void {
    const observe = this.#observe;
    if (observe === undefined) return;
    const fromMs = performance.now();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : null;
      observe({ method, route, status, ms: performance.now() - fromMs, bytes: null, code: route === null ? 'starting' : null });
    });
  }
}

interface Health {
  readonly statusCode: number;
  readonly body: object;
}

function sendHealth(response: ServerResponse, { statusCode, body }: Health): void {
  response.writeHead(statusCode, { 'content-type': jsonType, 'cache-control': 'private, no-store', connection: 'close' });
  response.end(JSON.stringify(body));
}
