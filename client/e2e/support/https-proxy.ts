// A small TLS reverse proxy, as an operator would run it. It forwards calls and sockets with the client's address.
import { createHash, X509Certificate } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '#server/testing/fakes/certificates.ts';
import { passRequest, passSocket } from './pass-on.ts';

export interface HttpsProxy {
  readonly port: number;
  /** Chromium arguments that resolve these hosts to this proxy. */
  readonly browserArgs: readonly string[];
  close(): Promise<void>;
}

/** Listens on a free port with a certificate for `hosts` and forwards everything to 127.0.0.1:`targetPort`. */
export async function startHttpsProxy(hosts: readonly string[], targetPort: number): Promise<HttpsProxy> {
  const { key, cert } = await testCertificate(hosts);
  const server: Server = createServer({ key, cert }, (incoming, outgoing) =>
    passRequest(targetPort, incoming, outgoing, forwarded(incoming.socket.remoteAddress)),
  );
  server.on('upgrade', (incoming, socket) => passSocket(targetPort, incoming, socket, forwarded(incoming.socket.remoteAddress)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    browserArgs: [
      `--host-resolver-rules=${hosts.map((host) => `MAP ${host}:443 127.0.0.1:${port}`).join(',')}`,
      '--ignore-certificate-errors',
      // The browser trusts the certificate like a real one, so that it treats the origin as secure.
      `--ignore-certificate-errors-spki-list=${keyHash(cert)}`,
    ],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const keyHash = (cert: string): string =>
  createHash('sha256')
    .update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');

const forwarded = (address: string | undefined) => ({ 'x-forwarded-proto': 'https', 'x-forwarded-for': address ?? '127.0.0.1' });
