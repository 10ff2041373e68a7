// Uploads and downloads: progress, results and lost connections.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { serverAheadMs } from '#client/device/server-time.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { reachability } from './reachability.ts';
import { download } from './download.ts';
import { ConnectionLost, Refused } from './errors.ts';
import { upload } from './upload.ts';

let page: FakePage;
/** The most recent request. */
let request: FakeRequest;

class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  requested = '';
  sent: unknown;
  responseType = '';
  response: Blob = new Blob([]);
  status = 0;
  statusText = '';
  retryAfter: string | null = null;
  starting: string | null = null;
  date: string | null = null;
  isAborted = false;
  open(method: string, url: string): void {
    this.requested = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return { 'retry-after': this.retryAfter, 'x-starting': this.starting, date: this.date }[name] ?? null;
  }
  send(body?: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.isAborted = true;
    this.end('abort');
  }
  respond(status: number, text: string, retryAfter: string | null = null): void {
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
  const fractions: number[] = [];
  const form = new FormData();
  const query = replaces === undefined ? {} : { replace_id: replaces };
  const uploading = upload(
    pictures.postPicture,
    { query },
    { form, onProgress: (fraction) => fractions.push(fraction), ...others },
  );
  uploading.catch(() => undefined);
  return { uploading, fractions, form };
}

test('uploads a form with its idempotency key and returns the reply', async () => {
  const { uploading, fractions, form } = start({ idempotencyKey: 'upload-1', replaces: pictureId });
  expect(request).toMatchObject({
    requested: `POST /api/profile-pic?replace_id=${pictureId}`,
    headers: { 'idempotency-key': 'upload-1' },
  });
  expect([request.sent, request.responseType]).toEqual([form, 'blob']);
  request.upload.dispatchEvent(progress(25, 100));
  request.upload.dispatchEvent(progress(0, 0));
  request.respond(200, JSON.stringify({ id: pictureId }));
  expect(await uploading).toEqual({ id: pictureId });
  expect(fractions).toEqual([0.25, 0]);
});

test('sends no idempotency key unless given', () => {
  start();
  expect(request.headers).toEqual({});
});

test('a refused upload has the code and retry-after time', async () => {
  const { uploading } = start();
  request.respond(429, JSON.stringify({ code: 'too-many-requests', message: 'Please wait.' }), '7');
  await expect(uploading).rejects.toThrow(Refused);
  await expect(uploading).rejects.toMatchObject({ status: 429, code: 'too-many-requests', retryAfterMs: 7_000 });
});

test('a response makes the server reachable, a failure unreachable', async () => {
  reachability.set({ isLost: true, lastMs: null });
  start();
  request.respond(200, '{}');
  expect(reachability.get().isLost).toBe(false);
  const { uploading } = start();
  request.end('error');
  await expect(uploading).rejects.toThrow(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
});

test("the answer to an upload tells the server's time, as every answer does", async () => {
  const { uploading } = start();
  request.date = new Date(Date.now() + hourMs).toUTCString();
  request.respond(200, '{}');
  await uploading;
  expect(serverAheadMs()).toBeGreaterThan(hourMs - 2_000);
});

test('an upload without progress for a minute is aborted as a lost connection', async () => {
  const { uploading } = start();
  vi.advanceTimersByTime(59_000);
  request.upload.dispatchEvent(progress(1, 2));
  vi.advanceTimersByTime(59_000);
  expect(reachability.get().isLost).toBe(false);
  vi.advanceTimersByTime(1_000);
  await expect(uploading).rejects.toThrow(ConnectionLost);
  expect([reachability.get().isLost, request.isAborted]).toEqual([true, true]);
});

test('a completed upload is not aborted later', async () => {
  const { uploading } = start();
  request.respond(200, '{}');
  await uploading;
  vi.advanceTimersByTime(600_000);
  expect([reachability.get().isLost, request.isAborted]).toEqual([false, false]);
});

test('an aborted upload does not affect reachability', async () => {
  const stop = new AbortController();
  const { uploading } = start({ signal: stop.signal });
  stop.abort();
  await expect(uploading).rejects.toMatchObject({ name: 'AbortError' });
  expect([request.isAborted, reachability.get().isLost]).toEqual([true, false]);
});

test('an abort after the upload was answered has no effect', async () => {
  const stop = new AbortController();
  const { uploading } = start({ signal: stop.signal });
  request.respond(200, '{}');
  await uploading;
  stop.abort();
  expect(request.isAborted).toBe(false);
});

const startDownload = () => {
  const bytes: number[] = [];
  const downloading = download(account.postExport, {}, (loaded) => bytes.push(loaded));
  downloading.catch(() => undefined);
  return { downloading, bytes };
};

test('downloads a file with progress', async () => {
  reachability.set({ isLost: true, lastMs: null });
  const { downloading, bytes } = startDownload();
  expect([request.requested, request.responseType]).toEqual(['POST /api/export', 'blob']);
  request.dispatchEvent(progress(10, 0));
  request.dispatchEvent(progress(20, 0));
  request.respond(200, 'the file');
  expect(await (await downloading).text()).toBe('the file');
  expect([bytes, reachability.get().isLost]).toEqual([[10, 20], false]);
});

test('a download is requested in the language of the app, not of the browser', () => {
  startDownload();
  expect(request.headers).toEqual({ 'accept-language': 'en' });
});

test('a download without progress for a minute is aborted as a lost connection', async () => {
  const { downloading } = startDownload();
  vi.advanceTimersByTime(59_000);
  request.dispatchEvent(progress(10, 0));
  vi.advanceTimersByTime(59_000);
  expect(reachability.get().isLost).toBe(false);
  vi.advanceTimersByTime(1_000);
  await expect(downloading).rejects.toThrow(ConnectionLost);
  expect([reachability.get().isLost, request.isAborted]).toEqual([true, true]);
});

test('a refused download has the code and message', async () => {
  const { downloading } = startDownload();
  request.respond(429, JSON.stringify({ code: 'too-many-requests', message: 'Please wait.' }));
  await expect(downloading).rejects.toMatchObject({ status: 429, code: 'too-many-requests', message: 'Please wait.' });
});

test('an incomplete download fails as a lost connection', async () => {
  const { downloading } = startDownload();
  request.end('error');
  await expect(downloading).rejects.toThrow(ConnectionLost);
  expect(reachability.get().isLost).toBe(true);
});

test('a server that is starting counts as a lost connection', async () => {
  for (const begin of [() => start().uploading, () => startDownload().downloading]) {
    reachability.set({ isLost: false, lastMs: null });
    const transfer = begin();
    request.starting = '1/2';
    request.respond(503, JSON.stringify({ code: 'starting', done: 1, of: 2 }));
    await expect(transfer).rejects.toThrow(ConnectionLost);
    expect(reachability.get().isLost).toBe(true);
  }
});

test('uploads and downloads carry the proof of an open lock', () => {
  setDataKeys({ proof: 'proof-1' } as DataKeys);
  start();
  expect(request.headers).toMatchObject({ 'x-lock-proof': 'proof-1' });
  void download(account.postExport, {}, () => undefined).catch(() => undefined);
  expect(request.headers).toMatchObject({ 'x-lock-proof': 'proof-1' });
  setDataKeys(null);
  start();
  expect(request.headers).not.toHaveProperty('x-lock-proof');
});
