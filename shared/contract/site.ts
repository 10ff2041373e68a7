// Calls about the site itself: ping, health and version.
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
  getLive: endpoint({
    method: 'GET',
    path: '/api/health/live',
    who: 'all',
    rate: 'none',
    worksLocked: true,
    summary: 'Replies as long as the process runs, even while it starts.',
    reply: z.object({ status: z.literal('live') }),
  }),
  getReady: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    who: 'all',
    worksLocked: true,
    summary:
      'Replies if the database answers and there is room for pictures. Otherwise, and while the server starts or ends, the status is 503.',
    reply: z.object({ status: z.literal('ready') }),
  }),
  getVersion: endpoint({
    method: 'GET',
    path: '/api/version',
    who: 'all',
    worksLocked: true,
    summary: 'The running commit.',
    reply: versionInfo,
  }),
};
