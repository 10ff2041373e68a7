// Logins for which the server asks to try again later keep the link, and one that has used it can be finished.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { logIn } from './log-in.ts';

vi.mock(import('./begin-session.ts'), () => ({ beginSession: async () => ({ is: 'loggedIn' }) as const }));

const link = { username: 'id', password: 'secret', remember: true, isFromOtherBrowser: false };
const later = (): Response =>
  Response.json(
    { code: 'too-many-requests', message: 'Please try again later.' },
    { status: 429, statusText: 'Too Many Requests' },
  );

let page: FakePage;
/** The answers by method and path. */
const answers = new Map<string, () => Response>();
const asked: string[] = [];

beforeEach(() => {
  page = openFakePage();
  asked.length = 0;
  answers.clear();
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return answers.get(`${method} ${path}`)?.() ?? Response.json({});
  });
});
afterEach(() => page.close());

test('a login that is asked to wait can be tried again with the same link', async () => {
  answers.set('POST /api/auth', later);
  expect(await logIn(link)).toEqual({ is: 'lost', message: '429 Too Many Requests', finish: null });
  answers.delete('POST /api/auth');
  expect(await logIn(link)).toEqual({ is: 'loggedIn' });
});

test('a login is finished without the link, if only the call after it is asked to wait', async () => {
  answers.set('GET /api/settings', later);
  const outcome = await logIn(link);
  answers.clear();
  expect(outcome.is === 'lost' && (await outcome.finish?.())).toEqual({ is: 'loggedIn' });
  expect(asked).toEqual(['POST /api/auth', 'GET /api/settings', 'GET /api/settings']);
});
