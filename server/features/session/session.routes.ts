// Routes of registration, login, logout and a member's sessions.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { session } from '#shared/contract/session.ts';
import { sessions as memberSessions } from '#shared/contract/sessions.ts';
import { limits } from '#shared/rules/limits.ts';
import { readFormFields } from '#server/http/form-fields.ts';
import { mount, mountOpen } from '#server/http/mount.ts';
import { clearSessionCookie, setSessionCookie } from '#server/http/session-cookie.ts';
import { readLinkNonce, setLinkNonce } from './link-nonce.ts';
import type { LinksService } from './links.service.ts';
import type { LoginsService } from './logins.service.ts';
import { requestOrigin } from './request-origin.ts';
import type { SessionsService } from './sessions.service.ts';

interface Needs {
  readonly sessions: SessionsService;
  readonly links: LinksService;
  readonly logins: LoginsService;
}

export function sessionRoutes(app: FastifyInstance, { sessions, links, logins }: Needs): void {
  mountOpen(app, session.postRegister, async ({ body, request, reply }) => {
    const nonce = await links.request(body, requestOrigin(request), readLinkNonce(request));
    setLinkNonce(request, reply, nonce, limits.loginLinkMs / 1_000);
    return { status: 'sent' as const };
  });

  mountOpen(app, session.postAuth, async ({ caller, request, reply }) => {
    const fields = await readFormFields(request, session.postAuth.form ?? []);
    const isRemembered = ['true', 'on', '1'].includes(fields.get('remember') ?? '');
    const cookie = await logins.signIn({
      username: fields.get('username') ?? '',
      password: fields.get('password') ?? '',
      isRemembered,
      requestedFrom: requestOrigin(request),
      device: (request.headers['user-agent'] ?? '').slice(0, 200),
      nonce: readLinkNonce(request),
      isConfirmed: isConfirmed(fields.get('confirmed'), request),
    });
    // Without this, the browser's previous session would remain valid although no browser has its cookie.
    if (caller) await sessions.end(caller);
    setSessionCookie(request, reply, cookie, sessions.maxAgeSeconds(isRemembered));
    return { status: 'ok' as const };
  });

  mountOpen(app, session.deleteAuth, async ({ caller, request, reply }) => {
    if (caller) await sessions.end(caller);
    clearSessionCookie(request, reply);
    return undefined;
  });

  mount(app, session.putSession, async ({ caller, body }) => {
    await sessions.showNsfw(caller, body.showNsfw);
    return body;
  });

  mount(app, memberSessions.getSessions, ({ caller }) => sessions.list(caller));

  mount(app, memberSessions.deleteSession, async ({ caller, params, request, reply }) => {
    if (await sessions.endOne(caller, params.id)) clearSessionCookie(request, reply);
    return undefined;
  });

  mount(app, memberSessions.deleteSessions, async ({ caller, request, reply }) => {
    await sessions.endEverywhere(caller, request.ip);
    clearSessionCookie(request, reply);
    return undefined;
  });

  mount(app, memberSessions.postFreshLink, async ({ caller, request, reply }) => {
    const nonce = await links.requestForAccount(caller.accountId, requestOrigin(request), readLinkNonce(request));
    setLinkNonce(request, reply, nonce, limits.loginLinkMs / 1_000);
    return { status: 'sent' as const };
  });
}

/** The page says if the member clicked. A script, which sends no Sec-Fetch-Site header, needs no click. */
const isConfirmed = (confirmed: string | undefined, { headers }: FastifyRequest): boolean =>
  confirmed === undefined ? headers['sec-fetch-site'] === undefined : confirmed === 'true';
