// A push service for real server processes, with TLS and a certificate that they trust.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPushEndpoint } from '#server/testing/fakes/push-endpoint.ts';

/** Starts the service. `env` makes a server process deliver to it. */
export async function startPushService() {
  const dir = await mkdtemp(path.join(tmpdir(), 'push-certificate-'));
  const service = await startPushEndpoint('localhost');
  const certificate = path.join(dir, 'ca.pem');
  await writeFile(certificate, service.forTests.ca);
  return {
    received: service.received,
    subscribe: service.subscribe,
    env: { PUSH_ENDPOINT_HOSTS: new URL(service.url).host, NODE_EXTRA_CA_CERTS: certificate },
    async close() {
      await service.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
