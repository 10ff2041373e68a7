// Routes of registration, login, logout, a member's sessions and app lock, and the limit of mails for links.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { session } from '#shared/contract/session.ts';
import { sessions as memberSessions } from '#shared/contract/sessions.ts';
import { readFormFields } from '#server/http/form-fields.ts';
import { hostCookie, sessionCookie } from '#server/http/host-cookie.ts';
import { clearMarks, readMarks, setMarks } from '#server/http/known-browser-cookie.ts';
import { mount, mountOpen } from '#server/http/mount.ts';
import { languageOfCall } from '#server/http/request-language.ts';
import { serverLimits } from '#server/limits.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { LinksService } from './links.service.ts';
import type { LoginsService } from './logins.service.ts';
import type { MailLimitsService } from './mail-limits.service.ts';
import { deviceOf, requestOrigin } from './request-origin.ts';
import type { SessionsService } from './sessions.service.ts';

interface Dependencies {
  readonly sessions: SessionsService;
  readonly knownBrowsers: KnownBrowsersService;
  readonly mailLimits: MailLimitsService;
  readonly links: LinksService;
  readonly logins: LoginsService;
}

/** The cookie by which the browser that requested a link is recognised when the link is opened. */
const linkNonceCookie = hostCookie('lr');
const nonceSeconds = serverLimits.maxLoginLinkMs / 1_000;

export function sessionRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { sessions, knownBrowsers, mailLimits, links, logins } = dependencies;

  async function renewMarks(request: FastifyRequest, reply: FastifyReply, cookie: string): Promise<void> {
    setMarks(request, reply, await knownBrowsers.marksAfter(cookie, readMarks(request)));
  }

  async function forgetBrowser(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await knownBrowsers.forget(readMarks(request));
    clearMarks(request, reply);
  }

  mountOpen(app, session.postRegister, async ({ body, request, reply }) => {
    const nonce = await links.request(body, requestOrigin(request), browserOf(request));
    linkNonceCookie.set(request, reply, nonce, nonceSeconds);
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
      device: deviceOf(request),
      ...browserOf(request),
      isConfirmed: isConfirmed(fields.get('confirmed'), request),
    });
    // Otherwise the browser's previous session would stay valid although no browser has its cookie any more.
    if (caller) await sessions.end(caller);
    sessionCookie.set(request, reply, cookie, sessions.maxAgeSeconds(isRemembered));
    await renewMarks(request, reply, cookie);
    return { status: 'ok' as const };
  });

  mountOpen(app, session.deleteAuth, async ({ caller, query, request, reply }) => {
    const cookie = sessionCookie.read(request);
    if (caller !== null || cookie !== null) await sessions.end(caller);
    sessionCookie.clear(request, reply);
    if (!query.keepsBrowserKnown) await forgetBrowser(request, reply);
    else if (caller && cookie !== null) {
      await knownBrowsers.keep({ accountId: caller.accountId, sessionCookie: cookie, marks: readMarks(request) });
      await renewMarks(request, reply, cookie);
    }
    return undefined;
  });

  mountOpen(app, session.postMailLimit, async ({ body }) => {
    await mailLimits.change(body.token, body.isLimited);
    return { isLimited: body.isLimited };
  });

  mount(app, session.putSession, async ({ caller, body }) => {
    await sessions.showNsfw(caller, body.showNsfw);
    return body;
  });

  mount(app, session.putLock, async ({ caller, body }) => {
    await sessions.setLock(caller, body.proofHash);
    return body;
  });

  mount(app, session.deleteLock, async ({ caller }) => {
    await sessions.setLock(caller, null);
    return undefined;
  });

  mount(app, memberSessions.getSessions, ({ caller, request }) => sessions.list(caller, languageOfCall(request)));

  mount(app, memberSessions.deleteSession, async ({ caller, params, request, reply }) => {
    if (await sessions.endOne(caller, params.id)) {
      sessionCookie.clear(request, reply);
      await forgetBrowser(request, reply);
    }
    return undefined;
  });

  mount(app, memberSessions.deleteSessions, async ({ caller, request, reply }) => {
    await sessions.endEverywhere(caller, request.ip);
    sessionCookie.clear(request, reply);
    await forgetBrowser(request, reply);
    return undefined;
  });

  mount(app, memberSessions.postFreshLink, async ({ caller, request, reply }) => {
    const nonce = await links.requestForAccount(caller.accountId, requestOrigin(request), linkNonceCookie.read(request));
    linkNonceCookie.set(request, reply, nonce, nonceSeconds);
    return { status: 'sent' as const };
  });
}

const browserOf = (request: FastifyRequest) => ({ nonce: linkNonceCookie.read(request), marks: readMarks(request) });

/** The page says whether the member clicked. A script needs no click; it does not send the Sec-Fetch-Site header. */
const isConfirmed = (confirmed: string | undefined, { headers }: FastifyRequest): boolean =>
  confirmed === undefined ? headers['sec-fetch-site'] === undefined : confirmed === 'true';
