// Calls about the site itself: ping, version and the OpenAPI document.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const versionInfo = z.object({ gitCommitHash: z.string(), gitCommitTs: z.string() });
export type VersionInfo = z.infer<typeof versionInfo>;

export const site = {
  getPing: endpoint({
    method: 'GET',
    path: '/api/ping',
    who: 'all',
    rate: 'none',
    worksLocked: true,
    summary: 'Replies if the server is running, without database access.',
    reply: z.object({ ok: z.literal(true) }),
  }),
  getVersion: endpoint({
    method: 'GET',
    path: '/api/version',
    who: 'all',
    worksLocked: true,
    summary: 'The running commit.',
    reply: versionInfo,
  }),
  getOpenapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    who: 'all',
    worksLocked: true,
    opensInTab: true,
    summary: 'All calls as OpenAPI 3.1.',
    reply: z.record(z.string(), z.unknown()),
  }),
};
