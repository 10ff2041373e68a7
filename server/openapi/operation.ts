// One call of the contract as an operation of OpenAPI.
import type { AnyEndpoint, Schema } from '#shared/contract/endpoint.ts';
import type { NamedEndpoint } from '#shared/contract/index.ts';
import { problems, type ProblemCode } from '#shared/contract/problems.ts';
import { site } from '#shared/contract/site.ts';
import { detailsOf } from './call-details.ts';
import { problemsOf } from './call-problems.ts';
import { jsonSchema, type Json } from './json-schemas.ts';

/** Made of both names of the contract, because a call's own name is unique only within its noun. */
const operationId = ({ noun, name }: NamedEndpoint): string => `${noun}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/** The cookie of the session over https or over plain http, and with it the proof if the session has a lock. */
const memberSecurity = ['session', 'plainSession'].flatMap((cookie) => [{ [cookie]: [] }, { [cookie]: [], lockProof: [] }]);

/** `refused` collects the refusals that calls have in common, as components of the document. */
export function operationOf(named: NamedEndpoint, refused: Map<string, Json>): Json {
  const { endpoint } = named;
  const { params, query, summary, who, recentSignIn } = endpoint;
  const content = contentOf(endpoint);
  return {
    operationId: operationId(named),
    tags: [named.noun],
    summary,
    'x-who': who,
    ...(recentSignIn && { 'x-recent-sign-in': recentSignIn }),
    security: who === 'all' ? [] : memberSecurity,
    parameters: [
      ...parametersOf('path', params),
      ...parametersOf('query', query),
      ...(detailsOf(endpoint).takes ?? []).map((header) => ref('parameters', header)),
    ],
    ...(content && { requestBody: { required: true, content } }),
    responses: { ...successes(endpoint), ...refusals(endpoint, refused) },
  };
}

function parametersOf(location: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }));
}

function contentOf(endpoint: AnyEndpoint): Json | null {
  const { form } = detailsOf(endpoint);
  if (form !== undefined) {
    const { required, properties, encoding } = form;
    const schema = { type: 'object', required, properties };
    return { 'multipart/form-data': { schema, ...(encoding && { encoding }) } };
  }
  return endpoint.body === undefined ? null : { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } };
}

function successes(endpoint: AnyEndpoint): Json {
  const { takes, gives, bytes, isSometimesEmpty } = detailsOf(endpoint);
  const headers = gives && { headers: Object.fromEntries(gives.map((name) => [name, ref('headers', name)])) };
  const isEmpty = endpoint.bytes === undefined && endpoint.reply === undefined;
  const empty = { 204: { description: isEmpty ? 'Done.' : 'There is nothing to show.', ...(isEmpty && headers) } };
  if (isEmpty) return empty;
  const binary = { schema: { type: 'string', format: 'binary' } };
  const content = endpoint.bytes
    ? Object.fromEntries((bytes ?? [endpoint.bytes]).map((type) => [type, binary]))
    : { 'application/json': { schema: jsonSchema(endpoint.reply as Schema, 'output') } };
  return {
    200: { description: endpoint.bytes ? 'The bytes.' : 'Done.', ...headers, content },
    ...(isSometimesEmpty && empty),
    ...(takes?.includes('If-None-Match') && { 304: { description: 'It still has this ETag.', ...headers } }),
  };
}

function refusals(endpoint: AnyEndpoint, refused: Map<string, Json>): Json {
  const replies: Json = {};
  for (const [status, codes] of problemsOf(endpoint)) {
    const special = specialBody(endpoint, status);
    const name = `${status}-${codes.join('-')}`;
    replies[status] = special === null ? ref('responses', name) : refusal(status, codes, special);
    if (special === null) refused.set(name, refusal(status, codes, ref('schemas', 'Problem')));
  }
  return replies;
}

/** The schema of a refusal with more than a problem, else null. */
function specialBody(endpoint: AnyEndpoint, status: number): Json | null {
  const { changed } = detailsOf(endpoint);
  if (status === 412 && changed !== undefined) return jsonSchema(changed, 'output');
  if (status === 503 && endpoint === site.getReady) return { anyOf: [ref('schemas', 'NotReady'), ref('schemas', 'Problem')] };
  return null;
}

function refusal(status: number, codes: readonly ProblemCode[], schema: Json): Json {
  const isText = status === 421;
  const waits = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join('\n\n'),
    ...(waits && { headers: { 'Retry-After': ref('headers', 'Retry-After') } }),
    content: isText ? { 'text/plain': { schema: { type: 'string' } } } : { 'application/json': { schema } },
  };
}
