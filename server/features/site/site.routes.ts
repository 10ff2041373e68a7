// Routes of ping, version and the API description.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { allEndpoints } from '#shared/contract/index.ts';
import { site, type VersionInfo } from '#shared/contract/site.ts';
import { mountOpen, RawReply } from '#server/http/mount.ts';
import { openapiOf } from '#server/http/openapi.ts';

export async function siteRoutes(app: FastifyInstance): Promise<void> {
  const version = await readVersion();
  let openapi = '';
  mountOpen(app, site.getPing, () => ({ ok: true as const }));
  mountOpen(app, site.getVersion, () => version);
  mountOpen(app, site.getOpenapi, () => {
    openapi ||= JSON.stringify(openapiOf(allEndpoints, 'Community API'));
    return new RawReply(openapi, { 'content-type': 'application/json; charset=utf-8' });
  });
}

/** The commit of this checkout, or "unknown" without a git history. */
async function readVersion(): Promise<VersionInfo> {
  try {
    const { stdout } = await promisify(execFile)('git', ['log', '-1', '--format=%H %cI'], { cwd: import.meta.dirname });
    const [gitCommitHash = 'unknown', gitCommitTs = 'unknown'] = stdout.trim().split(' ');
    return { gitCommitHash, gitCommitTs };
  } catch {
    return { gitCommitHash: 'unknown', gitCommitTs: 'unknown' };
  }
}
