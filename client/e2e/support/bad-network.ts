// A proxy on its own port of localhost that degrades the network between browser and server, for pages and workers alike.
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** Says when a call is dropped: before it reaches the server, or after the server has replied, so that only the reply is lost. */
type Cut = 'before' | 'after' | null;

export interface BadNetwork {
  /** The origin that the browser opens instead of the server's. */
  readonly origin: string;
  /** Returns when a call is dropped. Nothing is dropped until it is set. */
  cuts: (call: { readonly method: string; readonly path: string }) => Cut;
  close(): Promise<void>;
}

/** Forwards calls and sockets to 127.0.0.1:`targetPort`. */
export async function startBadNetwork(targetPort: number): Promise<BadNetwork> {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const cut = network.cuts({ method, path });
    if (cut === 'before') {
      incoming.socket.destroy();
      return;
    }
    const passed = request({ host: '127.0.0.1', port: targetPort, method, path, headers, agent: false }, (answer) => {
      if (cut === 'after') {
        answer.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => incoming.socket.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming: IncomingMessage, socket) => {
    const target = connect(targetPort, '127.0.0.1', () => {
      const lines = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      target.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    target.on('close', () => socket.destroy());
    socket.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const network: BadNetwork = {
    origin: `http://localhost:${port}`,
    cuts: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return network;
}
