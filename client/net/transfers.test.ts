// Uploads and downloads: progress, outcomes, and detecting a lost connection.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { reachability } from './reachability.ts';
import { download } from './download.ts';
import { ConnectionLost, Refused } from './errors.ts';
import { upload } from './upload.ts';

let page: FakePage;
/** The last request that was made, to be answered by the test. */
let request: FakeRequest;

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  asked = '';
  sent: unknown;
  responseType = '';
  response: Blob = new Blob([]);
  status = 0;
  statusText = '';
  retryAfter: string | null = null;
  isAborted = false;
  open(method: string, url: string): void {
    this.asked = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return name === 'retry-after' ? this.retryAfter : null;
  }
  send(body?: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.isAborted = true;
    this.end('abort');
  }
  answer(status: number, text: string, retryAfter: string | null = null): void {
    Object.assign(this, { status, retryAfter, response: new Blob([text]) });
    this.end('load');
  }
  end(event: string): void {
    this.dispatchEvent(new Event(event));
    this.dispatchEvent(new Event('loadend'));
  }
}

const progress = (loaded: number, total: number) => Object.assign(new Event('progress'), { loaded, total });

beforeEach(() => {
  vi.useFakeTimers();
  page = openFakePage();
  vi.stubGlobal('XMLHttpRequest', function newRequest() {
    request = new FakeRequest();
    return request;
  });
  reachability.set({ isLost: false, lastMs: null });
});
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const pictureId = '11111111-1111-4111-8111-111111111111';
function start(options: { signal?: AbortSignal; idempotencyKey?: string; replaces?: string } = {}) {
  const { replaces, ...others } = options;
  const parts: number[] = [];
  const form = new FormData();
  const query = replaces === undefined ? {} : { replace_id: replaces };
  const sending = upload(pictures.postPicture, { query }, { form, onProgress: (part) => parts.push(part), ...others });
  sending.catch(() => undefined);
  return { sending, parts, form };
}

test('a form goes up under its key and answers as the contract says', async () => {
  const { sending, parts, form } = start({ idempotencyKey: 'upload-1', replaces: pictureId });
  expect(request).toMatchObject({
    asked: `POST /api/profile-pic?replace_id=${pictureId}`,
    headers: { 'idempotency-key': 'upload-1' },
  });
  expect([request.sent, request.responseType]).toEqual([form, 'blob']);
  request.upload.dispatchEvent(progress(25, 100));
  request.upload.dispatchEvent(progress(0, 0));
  request.answer(200, JSON.stringify({ id: pictureId }));
  expect(await sending).toEqual({ id: pictureId });
  expect(parts).toEqual([0.25, 0]);
});

test('a form without a key carries none', () => {
  start();
  expect(request.headers).toEqual({});
});

test('a refused form says why and when to try again', async () => {
  const { sending } = start();
  request.answer(429, JSON.stringify({ code: 'too-many-requests', message: 'Please wait.' }), '7');
  await expect(sending).rejects.toThrow(Refused);
  await expect(sending).rejects.toMatchObject({ status: 429, code: 'too-many-requests', retryAfterMs: 7_000 });
});

test('an answer to a form ends a lost connection, a failure begins one', async () => {
  reachability.set({ isLost: true, lastMs: null });
  start();
  request.answer(200, '{}');
  expect(reachability.get().isLost).toBe(false);
  const { sending } = start();
  request.end('error');
  await expect(sending).rejects.toThrow(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
});

test('a connection on which nothing moves for a minute is lost, and each progress counts', async () => {
  const { sending } = start();
  vi.advanceTimersByTime(59_000);
  request.upload.dispatchEvent(progress(1, 2));
  vi.advanceTimersByTime(59_000);
  expect(reachability.get().isLost).toBe(false);
  vi.advanceTimersByTime(1_000);
  await expect(sending).rejects.toThrow(ConnectionLost);
  expect([reachability.get().isLost, request.isAborted]).toEqual([true, true]);
});

test('a form that was answered is not given up afterwards', async () => {
  const { sending } = start();
  request.answer(200, '{}');
  await sending;
  vi.advanceTimersByTime(600_000);
  expect([reachability.get().isLost, request.isAborted]).toEqual([false, false]);
});

test('a form that is stopped ends as stopped, which says nothing about the connection', async () => {
  const stop = new AbortController();
  const { sending } = start({ signal: stop.signal });
  stop.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect([request.isAborted, reachability.get().isLost]).toEqual([true, false]);
});

test('a form that has ended is not stopped any more', async () => {
  const stop = new AbortController();
  const { sending } = start({ signal: stop.signal });
  request.answer(200, '{}');
  await sending;
  stop.abort();
  expect(request.isAborted).toBe(false);
});

const fetchArchive = () => {
  const bytes: number[] = [];
  const receiving = download(account.getExport, {}, (loaded) => bytes.push(loaded));
  receiving.catch(() => undefined);
  return { receiving, bytes };
};

test('a file comes down whole, with how much of it has come', async () => {
  reachability.set({ isLost: true, lastMs: null });
  const { receiving, bytes } = fetchArchive();
  expect([request.asked, request.responseType]).toEqual(['GET /api/export', 'blob']);
  request.dispatchEvent(progress(10, 0));
  request.dispatchEvent(progress(20, 0));
  request.answer(200, 'the file');
  expect(await (await receiving).text()).toBe('the file');
  expect([bytes, reachability.get().isLost]).toEqual([[10, 20], false]);
});

test('a refused file says why', async () => {
  const { receiving } = fetchArchive();
  request.answer(429, JSON.stringify({ code: 'too-many-requests', message: 'Please wait.' }));
  await expect(receiving).rejects.toMatchObject({ status: 429, code: 'too-many-requests', message: 'Please wait.' });
});

test('a file that was cut off is none', async () => {
  const { receiving } = fetchArchive();
  request.end('error');
  await expect(receiving).rejects.toThrow(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
});
