// The descriptions of all calls and of the socket. No screen uses them, so they are apart from the calls about the site.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const document = z.record(z.string(), z.unknown());

export const descriptions = {
  getOpenapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    who: 'all',
    worksLocked: true,
    opensInTab: true,
    summary: 'All calls as OpenAPI 3.1.',
    reply: document,
  }),
  getAsyncapi: endpoint({
    method: 'GET',
    path: '/api/asyncapi.json',
    who: 'all',
    worksLocked: true,
    opensInTab: true,
    summary: 'The socket /api/ws with its frames and commands as AsyncAPI 3.0.',
    reply: document,
  }),
};
