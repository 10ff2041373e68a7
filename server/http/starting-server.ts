// The HTTP server. It listens before the application is ready, and until then answers with the progress of the start.
import { IncomingMessage, Server, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import { site } from '#shared/contract/site.ts';
import { startingHeader } from '#shared/rules/starting.ts';
import type { ServerLimits } from '#server/limits.ts';
import { problemBody } from './problems.ts';
import { StartCount } from './start-progress.ts';

const retryAfterSeconds = '2';

type Limits = Pick<
  ServerLimits,
  'headersTimeoutMs' | 'connectionsCheckMs' | 'requestTimeoutMs' | 'connectionTimeoutMs' | 'maxConnections'
>;

export class StartingServer extends Server {
  readonly progress: StartCount;
  #isReady = false;

  /** `ending` aborts the start. */
  constructor(limits: Limits, ending?: AbortSignal) {
    super({ headersTimeout: limits.headersTimeoutMs, connectionsCheckingInterval: limits.connectionsCheckMs } as ServerOptions);
    this.progress = new StartCount(ending);
    this.requestTimeout = limits.requestTimeoutMs;
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
    // Nothing else closes it, since it has left the server's connections.
    response.once('finish', () => socket.destroySoon());
    this.#answer(request, response);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === site.getLive.path) return sendLive(response);
    const { done, of } = this.progress;
    const body = { ...problemBody('starting'), done, of };
    const isPage = request.headers.accept?.startsWith('text/html') === true;
    response.writeHead(body.statusCode, {
      'retry-after': retryAfterSeconds,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
      [startingHeader]: `${done}/${of}`,
      // Lets the browser load the page again.
      ...(isPage
        ? { 'content-type': 'text/plain; charset=utf-8', refresh: retryAfterSeconds }
        : { 'content-type': 'application/json; charset=utf-8' }),
    });
    response.end(isPage ? `${body.message}\n` : JSON.stringify(body));
  }
}

function sendLive(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    connection: 'close',
  });
  response.end(JSON.stringify({ status: 'live' }));
}
