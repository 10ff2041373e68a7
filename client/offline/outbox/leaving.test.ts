// Tests what a closing page gives to its worker, or sends itself without one.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DataKeys } from '#client/device/data-keys.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import type { NewWrite } from './outbox-entries.ts';

const write: NewWrite = {
  profile: 'ada',
  queue: 'messages:ben',
  method: 'POST',
  path: '/api/message',
  body: { bodyText: 'hello' },
  label: 'Message',
  keeps: null,
  key: 'key-1',
  version: '"1"',
};
const draft = { draft: { text: 'half a sen' }, profile: 'ada', conversation: 'ben' } as never;
const keys = { proof: 'proof-1' } as DataKeys;

let page: FakePage;
let posted: unknown[];
let requests: [string, RequestInit][];
let leaving: typeof import('./leaving.ts');
let setDataKeys: (keys: DataKeys | null) => void;
/** The listeners, because a test cannot dispatch the events of a browser. */
let happens: Record<string, (event: { readonly isTrusted: boolean }) => void>;

beforeEach(async () => {
  page = openFakePage();
  [posted, requests, happens] = [[], [], {}];
  vi.stubGlobal('addEventListener', (type: string, listener: (typeof happens)[string]) => (happens[type] = listener));
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    requests.push([path, request]);
    return Response.json({});
  });
  Object.assign(page.navigator, { serviceWorker: { controller: { postMessage: (message: unknown) => posted.push(message) } } });
  vi.resetModules();
  leaving = await import('./leaving.ts');
  ({ setDataKeys } = await import('#client/device/data-keys.ts'));
  setDataKeys(keys);
});
afterEach(() => page.close());

const close = (isTrusted = true) => happens['pagehide']?.({ isTrusted });
const never = new Promise(() => undefined);

test('the worker gets what is not stored when the page closes', async () => {
  void leaving.untilStored({ write }, never);
  void leaving.untilStored(draft, never);
  await leaving.untilStored({ write: { ...write, key: 'stored' } }, Promise.resolve());
  expect(posted).toEqual([]);
  close();
  expect(posted).toEqual([
    { type: 'STORE', keys: null, write },
    { type: 'STORE', keys: null, draft: { text: 'half a sen' }, profile: 'ada', conversation: 'ben' },
  ]);
});

test('a write that could not be stored is no longer given to the worker, and its error is passed on', async () => {
  await expect(leaving.untilStored({ write }, Promise.reject(new Error('full')))).rejects.toThrow('full');
  close();
  expect(posted).toEqual([]);
});

test('a write that a screen stores only while the page closes is given to the worker at once', () => {
  close();
  void leaving.untilStored({ write }, never);
  expect(posted).toHaveLength(1);
});

test('a page that is shown again stores everything itself', () => {
  close();
  happens['pageshow']?.({ isTrusted: true });
  void leaving.untilStored({ write }, never);
  expect(posted).toEqual([]);
});

test('a page that only locks passes nothing to the worker', () => {
  void leaving.untilStored({ write }, never);
  close(false);
  expect(posted).toEqual([]);
});

test('the worker gets the keys only if there is an app lock, when it has none of its own', () => {
  page.localStorage.setItem('lock', '{}');
  void leaving.untilStored({ write }, never);
  close();
  expect(posted).toEqual([{ type: 'STORE', keys, write }]);
});

test('a worker that cannot receive the keys causes no error while the page closes', () => {
  const postMessage = () => {
    throw new DOMException('The keys cannot be cloned.', 'DataCloneError');
  };
  Object.assign(page.navigator, { serviceWorker: { controller: { postMessage } } });
  void leaving.untilStored({ write }, never);
  expect(() => close()).not.toThrow();
});

test('without a worker, the page sends a write itself, and a request that outlives it', async () => {
  Object.assign(page.navigator, { serviceWorker: { controller: null } });
  void leaving.untilStored({ write }, never);
  void leaving.untilStored(draft, never);
  close();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests).toEqual([
    [
      '/api/message',
      expect.objectContaining({
        method: 'POST',
        keepalive: true,
        body: '{"bodyText":"hello"}',
        headers: expect.objectContaining({
          'idempotency-key': 'key-1',
          'if-match': '"1"',
          'content-type': 'application/json',
        }),
      }),
    ],
  ]);
});

test('a write without body and version is sent without them, and one with pictures not at all', async () => {
  Object.assign(page.navigator, { serviceWorker: undefined });
  const { key: _key, version: _version, ...bare } = write;
  void leaving.untilStored({ write: { ...bare, method: 'DELETE', body: null } }, never);
  void leaving.untilStored({ write: { ...write, uploads: [] } }, never);
  close();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const [[, request] = []] = requests;
  expect(request?.body).toBeNull();
  expect(request?.headers).toMatchObject({ 'idempotency-key': expect.stringMatching(/^[\da-f-]{36}$/) });
  for (const name of ['content-type', 'if-match']) expect(request?.headers).not.toHaveProperty(name);
});
