// A balancer for tests: sends each request and each websocket to a random process, and to another one if it does not listen.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface Balancer {
  readonly port: number;
  close(): Promise<void>;
}

/** `ports` are those of the processes. A request is not repeated once a process has received any bytes of it. */
export async function startBalancer(ports: readonly number[], random: () => number): Promise<Balancer> {
  const open = new Set<Socket>();
  const server = createServer((call, answer) => void forward(call, answer));

  /** A connection to any process that accepts one, or null. */
  async function connected(): Promise<Socket | null> {
    const left = [...ports];
    while (left.length > 0) {
      const [port = 0] = left.splice(Math.floor(random() * left.length), 1);
      const socket = await connectedTo(port);
      if (socket !== null) return socket;
    }
    return null;
  }

  async function forward(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    call.on('error', () => undefined);
    answer.on('error', () => undefined);
    const upstream = await connected();
    if (upstream === null) return void answer.writeHead(503, { 'retry-after': '1' }).end();
    const sent = request({
      createConnection: () => upstream,
      method: call.method,
      path: call.url,
      headers: { 'x-forwarded-for': call.socket.remoteAddress ?? '', ...call.headers, connection: 'close' },
    });
    sent.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on('error', () => answer.destroy());
      response.pipe(answer);
    });
    sent.once('error', () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    });
    answer.once('close', () => upstream.destroy());
    call.pipe(sent);
  }

  server.on('upgrade', async ({ method, url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => undefined);
    const upstream = await connected();
    if (upstream === null) return void client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    upstream.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.on('error', () => undefined);
    upstream.pipe(client);
    client.pipe(upstream);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function connectedTo(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', () => resolve(null));
  });
}
