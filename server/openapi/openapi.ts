// Generates the OpenAPI 3.1 document from the contract.
import type { NamedEndpoint } from '#shared/contract/index.ts';
import { problemReply } from '#shared/contract/problems.ts';
import { lockProofHeader } from '#shared/rules/lock-proof.ts';
import { jsonSchema, type Json } from './json-schemas.ts';
import { operationOf } from './operation.ts';

const description =
  `Refusals have the body of a Problem, whose \`code\` is stable. Members send the cookie of their session, which
\`POST /api/auth\` sets: \`__Host-sid\` over https, and \`sid\` over plain http, which is for localhost. While an app lock is set, they
also send its proof. A write from a browser needs the Origin of this host. The socket \`/api/ws\` is described in
\`/api/asyncapi.json\`.`.replaceAll('\n', ' ');

const header = (text: string, schema: Json = { type: 'string' }): Json => ({ description: text, schema });
const parameter = (name: string, text: string, schema: Json): Json => ({
  name,
  in: 'header',
  required: false,
  ...header(text, schema),
});

const components: Json = {
  schemas: {
    Problem: jsonSchema(problemReply, 'output'),
    NotReady: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['starting', 'ending', 'not-ready'] },
        loaded: { type: 'integer', minimum: 0, description: 'How many members the start has loaded.' },
        of: { type: 'integer', minimum: 0, description: 'How many members the start has to load, as far as it knows.' },
        database: { type: 'string', enum: ['answers', 'no-answer'] },
        disk: { type: 'string', enum: ['has-room', 'full', 'no-answer'] },
        pictures: { type: 'string', enum: ['available', 'unavailable'] },
        limits: { type: 'string', enum: ['shared', 'alone'] },
        changes: { type: 'string', enum: ['known', 'behind'] },
      },
      required: ['status'],
    },
  },
  parameters: {
    'Idempotency-Key': parameter(
      'Idempotency-Key',
      'A new UUID for each write, and the same one when it is repeated. A repeated write is done once, and answered as the first time.',
      { type: 'string', format: 'uuid' },
    ),
    'If-Match': parameter(
      'If-Match',
      'The ETag on which the write is based. If it is no longer the current one, nothing is written, and the status is 412.',
      { type: 'string', maxLength: 100 },
    ),
    'If-None-Match': parameter('If-None-Match', 'The ETag that the caller has. If it is still current, the status is 304.', {
      type: 'string',
      maxLength: 200,
    }),
  },
  headers: {
    ETag: header('The version of what the body shows.'),
    'Set-Cookie': header('The cookies of this browser: of its session, or those by which it is known to an account.'),
    'Retry-After': header('The seconds after which it may succeed.', { type: 'integer', minimum: 0 }),
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: '__Host-sid', description: 'Over https.' },
    plainSession: { type: 'apiKey', in: 'cookie', name: 'sid', description: 'Over plain http, on localhost.' },
    lockProof: { type: 'apiKey', in: 'header', name: lockProofHeader, description: 'Needed while the session has an app lock.' },
  },
};

/**
 * Takes about 0.1 s, so make it once. The function that it returns gives the text of the document for the origin under which the
 * server is reached.
 */
export function openapiOf(endpoints: readonly NamedEndpoint[]): (origin: string) => string {
  const paths: Record<string, Json> = {};
  const responses = new Map<string, Json>();
  for (const named of endpoints) {
    const { path, method } = named.endpoint;
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(named, responses);
  }
  const nouns = [...new Set(endpoints.map(({ noun }) => noun))];
  const rest = JSON.stringify({
    info: { title: 'Community API', version: '1', description },
    tags: nouns.map((name) => ({ name })),
    paths,
    components: { ...components, responses: Object.fromEntries(responses) },
  });
  return (origin) => `{"openapi":"3.1.0","servers":${JSON.stringify([{ url: origin }])},${rest.slice(1)}`;
}
