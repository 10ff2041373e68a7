// Routes for downloading and deleting a member's account.
import type { FastifyInstance } from 'fastify';
import { account } from '#shared/contract/account.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { clearSessionCookie } from '#server/http/session-cookie.ts';
import type { ArchiveService } from './archive.service.ts';
import type { DeletionService } from './deletion.service.ts';

interface Needs {
  readonly archives: ArchiveService;
  readonly deletion: DeletionService;
}

export function accountRoutes(app: FastifyInstance, { archives, deletion }: Needs): void {
  mount(
    app,
    account.getExport,
    async ({ caller }) =>
      new RawReply(await archives.open(caller), {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="my-data.zip"',
      }),
  );

  mount(app, account.deleteAccount, async ({ caller, request, reply }) => {
    await deletion.delete(caller);
    clearSessionCookie(request, reply);
    return undefined;
  });
}
