// A push service for tests over TLS, which checks signatures, decrypts pushes, and misbehaves on request.
import { createECDH, createPublicKey, randomBytes, randomUUID, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { decrypt } from 'http_ece';
import { testCertificate } from './certificates.ts';

export interface ReceivedPush {
  endpoint: string;
  /** The decrypted text. */
  payload: string;
  headers: IncomingMessage['headers'];
  /** The signed claims, and the key they were signed with. */
  vapid: { aud: string; exp: number; sub: string; publicKey: string };
}

/** The response to a valid push: a status with headers, or a custom function. */
export type PushAnswer =
  | { status: number; headers?: OutgoingHttpHeaders }
  | ((request: IncomingMessage, response: ServerResponse) => void);

interface Device {
  privateKey: ECDH;
  auth: string;
  applicationServerKey: string | undefined;
}

/**
 * Listens on a free port of 127.0.0.1, with a certificate of its own or the `shared` one. Its `forTests` are the settings with
 * which a push sender reaches it as `host`.
 */
export async function startPushEndpoint(host = 'push.test', shared?: { key: string; cert: string }) {
  const certificate = shared ?? (await testCertificate([host, 'localhost']));
  const devices = new Map<string, Device>();
  const received: ReceivedPush[] = [];
  const server = https.createServer(certificate, (request, response) => void take(request, response));
  const service = {
    received,
    /** Connections seen so far. */
    connections: 0,
    answer: { status: 201 } as PushAnswer,
    url: '',
    forTests: {
      extraHosts: [] as string[],
      resolve: async (): Promise<readonly string[]> => ['127.0.0.1'],
      ca: certificate.cert,
      allowsPrivateAddresses: true,
    },
    /** A new device's subscription; pushes signed with a key other than `applicationServerKey` get 403. */
    subscribe(applicationServerKey?: string): { endpoint: string; p256dh: string; auth: string } {
      const endpoint = `${service.url}/send/${randomUUID()}`;
      const privateKey = createECDH('prime256v1');
      const p256dh = privateKey.generateKeys('base64url');
      const auth = randomBytes(16).toString('base64url');
      devices.set(endpoint, { privateKey, auth, applicationServerKey });
      return { endpoint, p256dh, auth };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Some tests close connections early.
    response.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const endpoint = `${service.url}${request.url}`;
    const device = devices.get(endpoint);
    if (!device) return void response.writeHead(404).end();
    const vapid = checkedVapid(request.headers.authorization ?? '', service.url);
    if (!vapid || (device.applicationServerKey ?? vapid.publicKey) !== vapid.publicKey) return void response.writeHead(403).end();
    const body = Buffer.concat(chunks);
    const payload = decrypt(body, { version: 'aes128gcm', privateKey: device.privateKey, authSecret: device.auth }).toString();
    received.push({ endpoint, payload, headers: request.headers, vapid });
    if (typeof service.answer === 'function') service.answer(request, response);
    else response.writeHead(service.answer.status, service.answer.headers).end();
  }

  server.on('connection', () => (service.connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  service.url = `https://${host}:${port}`;
  service.forTests.extraHosts.push(`${host}:${port}`);
  return service;
}

/**
 * The claims in `vapid t=…, k=…`. Null if the signature is wrong, or if they are for another service, have expired or last longer
 * than a day.
 */
function checkedVapid(authorization: string, audience: string): ReceivedPush['vapid'] | null {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65) return null;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) return null;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const secondsLeft = exp - Date.now() / 1_000;
  return aud === audience && secondsLeft > 0 && secondsLeft <= 86_400 ? { aud, exp, sub, publicKey } : null;
}
