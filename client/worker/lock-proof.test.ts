// For each picture, the worker asks the page for the proof that the app lock is open, and does not store it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithProof } from './lock-proof.ts';

const origin = 'https://example.test';
let sent: { url: string; proof: string | null; mode: string; cache: string | undefined }[];
/** The answer of each page; pages without an entry are closed. */
let pages: Map<string, () => unknown>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  sent = [];
  pages = new Map();
  vi.stubGlobal('self', {
    clients: {
      get: async (id: string) => {
        const answer = pages.get(id);
        if (answer === undefined) return undefined;
        return {
          postMessage(message: unknown, [port]: MessagePort[]) {
            expect(message).toEqual({ type: 'PROOF' });
            const given = answer();
            if (given !== undefined) port?.postMessage(given);
          },
        };
      },
    },
  });
  vi.stubGlobal('fetch', async (input: Request | string, options: RequestInit = {}) => {
    const request = new Request(input, options);
    sent.push({ url: request.url, proof: request.headers.get('x-lock-proof'), mode: request.mode, cache: options.cache });
    return new Response('picture');
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const picture = (headers: Record<string, string> = {}) =>
  new Request(`${origin}/api/profile-pic/1`, { mode: 'no-cors', headers });

test('the request of a page’s image gets the current proof of that page and is not stored', async () => {
  pages.set('open', () => 'proof-1');
  await fetchWithProof({ request: picture({ accept: 'image/avif' }), clientId: 'open' });
  pages.set('open', () => 'proof-2');
  await fetchWithProof({ request: picture(), clientId: 'open' });
  expect(sent.map(({ proof, cache }) => [proof, cache])).toEqual([
    ['proof-1', 'no-store'],
    ['proof-2', 'no-store'],
  ]);
  // A request without CORS would lose the header.
  expect(sent[0]?.mode).toBe('cors');
});

test('a request of a page that is locked or closed, or of no page, gets no proof', async () => {
  pages.set('open', () => 'proof-1');
  await fetchWithProof({ request: picture(), clientId: 'open' });
  pages.set('open', () => null);
  for (const clientId of ['open', 'closed', undefined])
    await fetchWithProof({ request: picture(), ...(clientId === undefined ? {} : { clientId }) });
  expect(sent.map(({ proof }) => proof)).toEqual(['proof-1', null, null, null]);
});

test('a page that does not answer in time does not block the request', async () => {
  pages.set('frozen', () => undefined);
  const fetching = fetchWithProof({ request: picture(), clientId: 'frozen' });
  await vi.advanceTimersByTimeAsync(2_000);
  await fetching;
  expect(sent.map(({ proof }) => proof)).toEqual([null]);
});

test('a request that has the proof already is sent as it is', async () => {
  const request = new Request(`${origin}/api/profile-pic/1`, { headers: { 'x-lock-proof': 'own' } });
  await fetchWithProof({ request, clientId: 'open' });
  expect(sent.map(({ proof }) => proof)).toEqual(['own']);
});
