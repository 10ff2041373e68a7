// Queries for the versions that are running. The server's comes from its API, the client's from a file of the build.
import { queryOptions } from '@tanstack/react-query';
import { endpoint } from '#shared/contract/endpoint.ts';
import { site, versionInfo } from '#shared/contract/site.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';

const getFrontendVersion = endpoint({
  method: 'GET',
  path: '/version_frontend.json',
  who: 'all',
  summary: 'The commit the client was built from.',
  reply: versionInfo,
});

export const backendVersionQuery = queryOptions({
  queryKey: ['version', 'backend'],
  queryFn: callAsQuery(site.getVersion, {}),
  meta: { persist: true },
});

export const frontendVersionQuery = queryOptions({
  queryKey: ['version', 'frontend'],
  queryFn: callAsQuery(getFrontendVersion, {}),
  meta: { persist: true },
});
