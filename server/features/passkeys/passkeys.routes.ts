// Routes of passkeys.
import type { FastifyInstance } from 'fastify';
import { passkeyLogins } from '#shared/contract/passkey-logins.ts';
import { passkeys } from '#shared/contract/passkeys.ts';
import { readMarks, setMarks } from '#server/http/known-browser-cookie.ts';
import { mount, mountOpen } from '#server/http/mount.ts';
import { sessionCookie } from '#server/http/host-cookie.ts';
import type { KnownBrowsersService } from '#server/features/session/known-browsers.service.ts';
import { deviceOf, requestOrigin } from '#server/features/session/request-origin.ts';
import type { SessionsService } from '#server/features/session/sessions.service.ts';
import type { PasskeyLoginsService } from './passkey-logins.service.ts';
import type { PasskeysService } from './passkeys.service.ts';

interface Dependencies {
  readonly sessions: SessionsService;
  readonly knownBrowsers: KnownBrowsersService;
  readonly passkeys: PasskeysService;
  readonly passkeyLogins: PasskeyLoginsService;
}

export function passkeysRoutes(
  app: FastifyInstance,
  { sessions, knownBrowsers, passkeys: service, passkeyLogins: logins }: Dependencies,
): void {
  mount(app, passkeys.getPasskeys, ({ caller, request }) => service.list(caller, requestOrigin(request)));
  mount(app, passkeys.postOptions, ({ caller, request }) => service.options(caller, requestOrigin(request)));
  mount(app, passkeys.postPasskey, ({ caller, body, request }) => service.add(caller, body, requestOrigin(request)));
  mount(app, passkeys.putPasskey, ({ caller, params, body, request }) =>
    service.rename(caller, params.id, body.name, requestOrigin(request)),
  );
  mount(app, passkeys.deletePasskey, async ({ caller, params, request }) => {
    await service.remove(caller, params.id, requestOrigin(request));
    return undefined;
  });
  mount(app, passkeys.deletePasskeys, async ({ caller, request }) => {
    await service.removeAll(caller, requestOrigin(request));
    return undefined;
  });

  mountOpen(app, passkeyLogins.postAuthOptions, ({ request }) => logins.options(requestOrigin(request)));

  mountOpen(app, passkeyLogins.postAuthPasskey, async ({ caller, body, request, reply }) => {
    const { credential, remember: isRemembered } = body;
    const attempt = {
      credential,
      isRemembered,
      requestedFrom: requestOrigin(request),
      device: deviceOf(request),
      marks: readMarks(request),
    };
    const cookie = await logins.signIn(attempt);
    if (caller) await sessions.end(caller);
    sessionCookie.set(request, reply, cookie, sessions.maxAgeSeconds(isRemembered));
    setMarks(request, reply, await knownBrowsers.marksAfter(cookie, readMarks(request)));
    return { status: 'ok' as const };
  });

  mount(app, passkeyLogins.postAuthAgain, async ({ caller, body, request }) => {
    await logins.signInAgain(caller, body, requestOrigin(request));
    return { status: 'ok' as const };
  });
}
