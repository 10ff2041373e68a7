// Forwards a request or socket to a server on this machine. Headers can be added to the request and replaced in the answer.
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

type Headers = Readonly<Record<string, string>>;

export function passRequest(
  targetPort: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  further: Headers = {},
  answered: Headers = {},
): void {
  const passed = request(
    {
      host: '127.0.0.1',
      port: targetPort,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, ...further },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...answered });
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  // A client that has gone away waits for nothing more.
  outgoing.on('close', () => outgoing.writableFinished || passed.destroy());
  incoming.pipe(passed);
}

export function passSocket(targetPort: number, incoming: IncomingMessage, socket: Duplex, further: Headers = {}): void {
  const target = connect(targetPort, '127.0.0.1', () => {
    const headers = Object.entries({ ...incoming.headers, ...further });
    target.write(
      `GET ${incoming.url} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${String(value)}\r\n`).join('')}\r\n`,
    );
    target.pipe(socket).pipe(target);
  });
  // Each of the two may be closed while the other waits for it.
  target.on('error', () => undefined).on('close', () => socket.destroy());
  socket.on('error', () => undefined).on('close', () => target.destroy());
}
