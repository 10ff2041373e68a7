// Routes for downloading and deleting a member's account.
import type { FastifyInstance } from 'fastify';
import { account } from '#shared/contract/account.ts';
import { clearMarks, readMarks } from '#server/http/known-browser-cookie.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { languageOfCall } from '#server/http/request-language.ts';
import { sessionCookie } from '#server/http/host-cookie.ts';
import type { KnownBrowsersService } from '#server/features/session/known-browsers.service.ts';
import type { ArchiveService } from './archive.service.ts';
import type { DeletionService } from './deletion.service.ts';

interface Dependencies {
  readonly archives: ArchiveService;
  readonly deletion: DeletionService;
  readonly knownBrowsers: KnownBrowsersService;
}

export function accountRoutes(app: FastifyInstance, { archives, deletion, knownBrowsers }: Dependencies): void {
  mount(
    app,
    account.postExport,
    async ({ caller, request }) =>
      new RawReply(await archives.open(caller, languageOfCall(request)), {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
      }),
  );

  mount(app, account.getDeletion, () => ({ isAllowed: true }));
  mount(app, account.deleteAccount, async ({ caller, request, reply }) => {
    await deletion.delete(caller);
    sessionCookie.clear(request, reply);
    await knownBrowsers.forget(readMarks(request));
    clearMarks(request, reply);
    return undefined;
  });
}
