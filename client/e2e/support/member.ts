// Creates a member who uses the API and can be logged in to a browser.
import type { Person } from './person.ts';
import { type RunningServer } from './server.ts';

export interface Member {
  readonly profileId: string;
  readonly name: string;
  /** Calls the API as this member. Rejects on errors. */
  readonly ask: (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Sends a message and returns its id. */
  readonly say: (text: string, to: string) => Promise<string>;
  /** Opens the app in a browser with this member logged in. */
  readonly open: (person: Person, path: string) => Promise<void>;
}

/** Registers the member by email. Only a server that trusts a proxy sees `from`; it limits the registrations of an address. */
export async function signUp(server: RunningServer, name: string, from = '127.0.0.1'): Promise<Member> {
  const { origin } = server;
  const email = `${name.toLowerCase()}@example.org`;
  const json = { 'content-type': 'application/json', origin };
  const acknowledgements = ['technical', 'age', 'law'];
  await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': from },
    body: JSON.stringify({ email, acknowledgements }),
  });
  const token = /#token=([\w-]+)/.exec(await server.linkTo(email))?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  const form = new FormData();
  form.set('username', username);
  form.set('password', password);
  const login = await fetch(`${origin}/api/auth`, { method: 'POST', headers: { origin }, body: form });
  const cookies = login.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    added: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const headers = { cookie: cookies.join('; '), ...(body === undefined ? { origin } : json), ...added };
    const answer = await fetch(origin + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  const profileId = textIn(await ask('GET', '/api/settings'), 'defaultProfileId');
  const plain = { profilePicIds: [], height: '', weight: '', description: '', characteristics: [] };
  await ask('PUT', '/api/profile', { id: profileId, profilename: name, birthdate: '1990-01-01', ...plain });

  return {
    profileId,
    name,
    ask,
    say: async (bodyText, to) =>
      textIn(
        await ask('POST', '/api/message', {
          senderProfileId: profileId,
          recipientProfileId: to,
          bodyText,
          profilePicIds: [],
        }),
        'id',
      ),
    open: async (person, path) => {
      const [sid = ''] = cookies;
      const [cookie = '', value = ''] = sid.split('=', 2);
      if (person.page.url() === 'about:blank') await openEmptyPage(person, origin);
      else {
        // Leaves an open login screen and waits for its logout, which would end the new session.
        await person.page.goto(`${origin}/tos`);
        await person.page.waitForFunction(() => localStorage.getItem('sessionToEnd') === null);
      }
      await person.context.addCookies([{ name: cookie, value, url: origin, expires: Date.now() / 1_000 + 86_400 }]);
      await person.page.evaluate((id) => {
        localStorage.setItem('session', JSON.stringify({ profileId: id, roles: ['USER'] }));
        localStorage.setItem('lastProfileId', JSON.stringify(id));
      }, profileId);
      await person.page.goto(origin + path);
    },
  };
}

/** A page of the origin without the app, which takes a tenth of the time of a screen. */
async function openEmptyPage({ page }: Person, origin: string): Promise<void> {
  const url = `${origin}/empty`;
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Empty</title>' }), {
    times: 1,
  });
  await page.goto(url);
}

function textIn(value: unknown, field: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined;
  if (typeof found !== 'string') throw new Error(`No ${field} in ${JSON.stringify(value)}`);
  return found;
}
