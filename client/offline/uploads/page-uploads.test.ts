// Tests the upload of waiting pictures from a page, with their progress.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { upload } from '#client/net/upload.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import type { UploadMessage } from './upload-queue.ts';

vi.mock('#client/net/upload.ts', () => ({ upload: vi.fn() }));
const sent = vi.mocked(upload);
let page: FakePage;
let app: Awaited<ReturnType<typeof startApp>>;

/** Starts the app in a page that has just been opened. Its member is Ada. */
async function startApp() {
  vi.resetModules();
  const [{ sessionRecord }, errors, { memberDatabase }, { startPageUploads }, { uploads }] = await Promise.all([
    import('#client/device/session-record.ts'),
    import('#client/net/errors.ts'),
    import('#client/offline/database.ts'),
    import('./page-uploads.ts'),
    import('./uploads.ts'),
  ]);
  await memberDatabase.claim('ada');
  sessionRecord.set({ profileId: 'ada', roles: ['USER'] });
  return { ...errors, sessionRecord, memberDatabase, startPageUploads, uploads };
}

beforeEach(async () => {
  page = openFakePage();
  sent.mockReset();
  vi.stubGlobal('fetch', async () =>
    Response.json({ id: 'ada', profilePicIds: [], profilePicIdsPrivate: [] }, { headers: { etag: '"1"' } }),
  );
  app = await startApp();
});
afterEach(async () => {
  app.sessionRecord.set(null);
  await app.memberDatabase.wipe();
  page.close();
});

const add = (replaces: string | null = null) =>
  app.uploads.add('ada', new File(['pixels'], 'garden.png', { type: 'image/png' }), { list: 'profilePicIds', replaces });
const start = (show: () => void = () => undefined) =>
  app.startPageUploads(() => undefined, { show, sendMessages: () => undefined });
const failed = { statusText: '', code: 'too-large', message: 'Too large.', retryAfterMs: null };

test('a picture is uploaded with its key and progress, and shown once it is in the profile', async () => {
  sent.mockImplementation(async (_endpoint, _args, { onProgress }) => {
    onProgress(0.5);
    return { id: 'picture-1' };
  });
  const messages: UploadMessage[] = [];
  app.uploads.onMessage((one) => messages.push(one));
  const shown = vi.fn();
  const entry = await add();
  start(shown);
  await vi.waitFor(() => expect(shown).toHaveBeenCalledWith(expect.objectContaining({ id: entry.id })));
  const [, args, options] = sent.mock.calls[0] ?? [];
  expect(args).toEqual({ query: {} });
  expect(options).toMatchObject({ idempotencyKey: entry.id, background: true });
  expect(options?.form.get('picfilename')).toBe('garden.png');
  expect(messages).toContainEqual({ is: 'progress', id: entry.id, part: 0.5 });
  await vi.waitFor(async () => expect(await app.uploads.count('ada')).toBe(0));
});

test('a replacement names the picture that it replaces', async () => {
  sent.mockResolvedValue({ id: 'picture-1' });
  await add('picture-0');
  start();
  await vi.waitFor(() => expect(sent.mock.calls[0]?.[1]).toEqual({ query: { replace_id: 'picture-0' } }));
});

test.each([
  [
    'refused stays, with the reason',
    () => new app.Refused({ ...failed, status: 413 }),
    { state: 'failed', reason: { status: 413, code: 'too-large', message: 'Too large.' } },
  ],
  ['answered with a server error waits', () => new app.ServerError({ ...failed, status: 503 }), { state: 'waiting', tries: 1 }],
  ['cut off waits', () => new app.ConnectionLost('There is no connection.'), { state: 'waiting' }],
  ['stopped waits', () => new DOMException('The upload was stopped.', 'AbortError'), { state: 'waiting' }],
  ['answered with half an answer waits', () => new SyntaxError('Unexpected end'), { state: 'waiting' }],
])('a picture that is %s', async (_, errorOf, state) => {
  sent.mockRejectedValue(errorOf());
  await add();
  start();
  await vi.waitFor(async () => {
    expect(sent).toHaveBeenCalled();
    expect(await app.uploads.entries('ada')).toMatchObject([state]);
  });
});

test('only one page or worker of the browser sends pictures at a time', async () => {
  const names: (string | undefined)[] = [];
  sent.mockImplementation(async () => {
    const { held = [] } = await navigator.locks.query();
    names.push(...held.map(({ name }) => name));
    return { id: 'picture-1' };
  });
  await add('picture-0');
  start();
  await vi.waitFor(() => expect(names).toEqual(['uploads']));
});
