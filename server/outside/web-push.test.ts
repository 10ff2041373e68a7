// Pushes over TLS to a push service for tests: encryption, outcomes and misbehaving services.
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPushEndpoint, type PushAnswer } from '#server/testing/fakes/push-endpoint.ts';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { newPushKeys } from './push-keys.ts';
import { fakePushSender, webPushSender, type PushOutcome, type WebPushSettings } from './web-push.ts';

const keys = newPushKeys();
const payload = JSON.stringify({ web_push: 8030, notification: { title: 'You have a new notification', navigate: '/' } });
const options = { ttlSeconds: 86_400 };

let service: Awaited<ReturnType<typeof startPushEndpoint>>;
beforeAll(async () => {
  service = await startPushEndpoint();
});
afterAll(() => service.close());
beforeEach(() => {
  service.answer = { status: 201 };
  service.received.length = 0;
  service.connections = 0;
});

function sender(settings: Partial<WebPushSettings> = {}) {
  return webPushSender({ keys, subject: 'mailto:a@example.org', forTests: service.forTests, ...settings });
}

test('a push arrives encrypted for its device and signed for its service', async () => {
  const subscription = service.subscribe(keys.publicKey);
  const outcome = await sender().send(subscription, payload, { ttlSeconds: 86_400, topic: 'abc', urgency: 'high' });
  expect(outcome).toEqual({ kind: 'delivered' });
  const [got] = service.received;
  expect(got).toMatchObject({ endpoint: subscription.endpoint, payload });
  expect(got?.headers).toMatchObject({ ttl: '86400', topic: 'abc', urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(got?.vapid).toMatchObject({ aud: service.url, sub: 'mailto:a@example.org', publicKey: keys.publicKey });
});

test('a subscription made for another server key is refused', async () => {
  expect(await sender().send(service.subscribe(newPushKeys().publicKey), payload, options)).toEqual({ kind: 'refused' });
});

describe('the status determines the outcome', () => {
  const inAnHour = new Date(Date.now() + hourMs).toUTCString();

  test.each<[string, PushAnswer, PushOutcome]>([
    ['200', { status: 200 }, { kind: 'delivered' }],
    ['202', { status: 202 }, { kind: 'delivered' }],
    ['400', { status: 400 }, { kind: 'rejected', status: 400 }],
    ['401', { status: 401 }, { kind: 'refused' }],
    ['403', { status: 403 }, { kind: 'refused' }],
    ['404', { status: 404 }, { kind: 'gone' }],
    ['408', { status: 408 }, { kind: 'later' }],
    ['410', { status: 410 }, { kind: 'gone' }],
    ['413', { status: 413 }, { kind: 'too-large' }],
    ['429', { status: 429 }, { kind: 'later' }],
    ['429 with seconds', { status: 429, headers: { 'retry-after': '120' } }, { kind: 'later', retryAfterMs: 120_000 }],
    ['429 with nonsense', { status: 429, headers: { 'retry-after': 'soon' } }, { kind: 'later' }],
    ['429 with less than nothing', { status: 429, headers: { 'retry-after': '-120' } }, { kind: 'later', retryAfterMs: 0 }],
    [
      '429 with an endless number',
      { status: 429, headers: { 'retry-after': '9'.repeat(400) } },
      { kind: 'later', retryAfterMs: dayMs },
    ],
    [
      '429 with ten years',
      { status: 429, headers: { 'retry-after': 'Tue, 01 Dec 2037 00:00:00 GMT' } },
      { kind: 'later', retryAfterMs: dayMs },
    ],
    ['429 with a year', { status: 429, headers: { 'retry-after': '31536000' } }, { kind: 'later', retryAfterMs: dayMs }],
    [
      '429 with the past',
      { status: 429, headers: { 'retry-after': new Date(0).toUTCString() } },
      { kind: 'later', retryAfterMs: 0 },
    ],
    ['500', { status: 500 }, { kind: 'later' }],
    ['503 with seconds', { status: 503, headers: { 'retry-after': '7' } }, { kind: 'later', retryAfterMs: 7_000 }],
  ])('%s', async (_, answer, outcome) => {
    service.answer = answer;
    expect(await sender().send(service.subscribe(), payload, options)).toEqual(outcome);
  });

  test('429 with a date', async () => {
    service.answer = { status: 429, headers: { 'retry-after': inAnHour } };
    const outcome = await sender().send(service.subscribe(), payload, options);
    expect(outcome).toMatchObject({ kind: 'later', retryAfterMs: expect.any(Number) });
    expect(outcome.kind === 'later' && outcome.retryAfterMs).toBeGreaterThan(3_500_000);
    expect(outcome.kind === 'later' && outcome.retryAfterMs).toBeLessThanOrEqual(hourMs);
  });
});

describe('a push service that misbehaves', () => {
  /** Writes `piece` repeatedly, as fast as the client reads or every `everyMs`, until it disconnects. */
  function sendRepeatedly(response: ServerResponse, piece: string, everyMs = 0): void {
    const { socket } = response;
    const pouring = setInterval(() => {
      while (socket?.writable && socket.write(piece) && everyMs === 0);
      if (!socket?.writable) clearInterval(pouring);
    }, everyMs || 1);
  }

  const answers: [string, PushAnswer, PushOutcome][] = [
    ['that never answers', () => undefined, { kind: 'later' }],
    ['that drips its headers byte by byte', (_, response) => sendRepeatedly(response, 'H', 20), { kind: 'later' }],
    ['that hangs up', (_, response) => void response.socket?.destroy(), { kind: 'later' }],
    ['that speaks no HTTP', (_, response) => void response.socket?.end('hello\r\n\r\n'), { kind: 'later' }],
    [
      'that sends a header of 10 MB',
      (_, response) => void response.socket?.write(`HTTP/1.1 201 Created\r\nX: ${'x'.repeat(10_000_000)}\r\n\r\n`),
      { kind: 'later' },
    ],
    [
      'that sends 103 responses without end',
      (_, response) => sendRepeatedly(response, 'HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n', 5),
      { kind: 'later' },
    ],
    [
      'that answers 201 with a body without end',
      (_, response) => {
        response.socket?.write('HTTP/1.1 201 Created\r\n\r\n');
        sendRepeatedly(response, 'x'.repeat(65_536));
      },
      { kind: 'delivered' },
    ],
    [
      'that answers 201 and drips its body',
      (_, response) => {
        response.socket?.write('HTTP/1.1 201 Created\r\nContent-Length: 1000\r\n\r\n');
        sendRepeatedly(response, 'x', 20);
      },
      { kind: 'delivered' },
    ],
  ];

  test.each(answers)('%s takes no longer than the deadline', async (_, answer, outcome) => {
    service.answer = answer;
    const startMs = performance.now();
    expect(await sender({ deadlineMs: 1_000 }).send(service.subscribe(), payload, options)).toEqual(outcome);
    expect(performance.now() - startMs).toBeLessThan(5_000);
    service.answer = { status: 201 };
    expect(await sender().send(service.subscribe(), payload, options)).toEqual({ kind: 'delivered' });
  });

  test('the deadline is 5 seconds by default', async () => {
    service.answer = () => undefined;
    const startMs = performance.now();
    expect(await sender().send(service.subscribe(), payload, options)).toEqual({ kind: 'later' });
    expect(performance.now() - startMs).toBeGreaterThan(4_900);
    expect(performance.now() - startMs).toBeLessThan(6_000);
  });

  test('memory does not grow during two hundred endless replies', async () => {
    service.answer = (_, response) => {
      response.socket?.write('HTTP/1.1 201 Created\r\n\r\n');
      sendRepeatedly(response, 'x'.repeat(65_536));
    };
    const pushes = sender();
    const before = process.memoryUsage().rss;
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => pushes.send(service.subscribe(), payload, options)));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['delivered']));
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test('that is unreachable, has an untrusted certificate or no address gives the outcome later', async () => {
    const stranger = await startPushEndpoint();
    const untrusted = sender({ forTests: { ...stranger.forTests, ca: service.forTests.ca } });
    expect(await untrusted.send(stranger.subscribe(), payload, options)).toEqual({ kind: 'later' });
    expect(stranger.received).toEqual([]);
    await stranger.close();
    expect(await sender({ forTests: stranger.forTests }).send(stranger.subscribe(), payload, options)).toEqual({ kind: 'later' });
    for (const resolve of [
      async () => [],
      () => Promise.reject(new Error('no such host')),
      () => new Promise<never>(() => undefined),
    ]) {
      const lost = sender({ deadlineMs: 300, forTests: { ...service.forTests, resolve } });
      expect(await lost.send(service.subscribe(), payload, options)).toEqual({ kind: 'later' });
    }
  });
});

describe('private addresses are never contacted', () => {
  test('a redirect to a cloud metadata address is not followed', async () => {
    const inner = await countingServer();
    for (const location of ['https://169.254.169.254/latest/meta-data/', `https://127.0.0.1:${inner.port}/`]) {
      service.answer = { status: 307, headers: { location } };
      expect(await sender().send(service.subscribe(), payload, options)).toEqual({ kind: 'rejected', status: 307 });
    }
    expect(inner.connections()).toBe(0);
    await inner.close();
  });

  test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.1', '169.254.169.254'])(
    'a push service whose name leads to %s gets no connection, even with a public address beside it',
    async (address) => {
      for (const addresses of [[address], ['8.8.8.8', address]]) {
        const forTests = { ...service.forTests, allowsPrivateAddresses: false, resolve: async () => addresses };
        const outcome = await sender({ forTests }).send(service.subscribe(), payload, options);
        expect(outcome).toEqual({ kind: 'rejected', status: null });
      }
      expect(service.connections).toBe(0);
    },
  );

  test('a host name is resolved once, so that its address can’t change between check and connection', async () => {
    let lookUps = 0;
    const forTests = { ...service.forTests, resolve: async () => (lookUps++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']) };
    expect(await sender({ forTests }).send(service.subscribe(), payload, options)).toEqual({ kind: 'delivered' });
    expect(lookUps).toBe(1);
  });

  test('an unacceptable stored endpoint is not contacted', async () => {
    const { p256dh, auth } = service.subscribe();
    const strict = sender({ forTests: { ...service.forTests, extraHosts: [] } });
    for (const endpoint of [
      `${service.url}/send/a`,
      service.url.replace('push.test', '127.0.0.1'),
      'http://fcm.googleapis.com/',
    ]) {
      expect(await strict.send({ endpoint, p256dh, auth }, payload, options)).toEqual({ kind: 'rejected', status: null });
    }
    expect(service.connections).toBe(0);
  });

  test('the proxy of the environment is not used', async () => {
    const proxy = await countingServer();
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${proxy.port}`;
    process.env['NODE_USE_ENV_PROXY'] = '1';
    try {
      expect(await sender().send(service.subscribe(), payload, options)).toEqual({ kind: 'delivered' });
    } finally {
      delete process.env['HTTPS_PROXY'];
      delete process.env['NODE_USE_ENV_PROXY'];
    }
    expect(proxy.connections()).toBe(0);
    await proxy.close();
  });
});

test('a developer host is reached on this machine, and no other private host', async () => {
  const { port } = new URL(service.url);
  const { ca } = service.forTests;
  const subscription = { ...service.subscribe(), endpoint: `https://localhost:${port}/send/1` };
  const developers = sender({ developerHosts: [`localhost:${port}`], forTests: { ca } });
  // The service has another host name, so it does not know this device.
  expect(await developers.send(subscription, payload, options)).toEqual({ kind: 'gone' });
  expect(service.connections).toBe(1);
  const others = sender({ developerHosts: ['localhost:1'], forTests: { ca } });
  expect(await others.send(subscription, payload, options)).toEqual({ kind: 'rejected', status: null });
  expect(service.connections).toBe(1);
});

test('invalid keys and too large payloads are not sent', async () => {
  const subscription = service.subscribe();
  const badKey = { ...subscription, p256dh: Buffer.alloc(65, 4).toString('base64url') };
  expect(await sender().send(badKey, payload, options)).toEqual({ kind: 'rejected', status: null });
  expect(await sender().send(subscription, 'x'.repeat(4_000), options)).toEqual({ kind: 'too-large' });
  expect(await sender().send(subscription, 'x'.repeat(3_900), options)).toEqual({ kind: 'delivered' });
  expect(service.connections).toBe(1);
});

test('twenty pushes are in flight, the next ones wait, and those past the limit get the outcome later', async () => {
  let open = 0;
  let most = 0;
  service.answer = (_, response) => {
    most = Math.max(most, ++open);
    setTimeout(() => {
      open -= 1;
      response.writeHead(201).end();
    }, 30);
  };
  const busy = sender({ maxWaiting: 40 });
  const outcomes = await Promise.all(Array.from({ length: 70 }, () => busy.send(service.subscribe(), payload, options)));
  expect(outcomes.filter(({ kind }) => kind === 'delivered')).toHaveLength(60);
  expect(outcomes.filter(({ kind }) => kind === 'later')).toHaveLength(10);
  expect(most).toBeLessThanOrEqual(20);
  expect(await busy.send(service.subscribe(), payload, options)).toEqual({ kind: 'delivered' });
});

test('the fake sender records pushes and returns the configured outcome', async () => {
  const fake = fakePushSender();
  expect(await fake.send(service.subscribe(), payload, options)).toEqual({ kind: 'delivered' });
  fake.answer = () => ({ kind: 'gone' });
  expect(await fake.send(service.subscribe(), payload, options)).toEqual({ kind: 'gone' });
  expect(fake.sent.map((push) => push.payload)).toEqual([payload, payload]);
});

async function countingServer() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
