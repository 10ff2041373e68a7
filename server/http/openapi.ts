// Generates the OpenAPI 3.1 document from the contract.
import * as z from 'zod/mini';
import type { AnyEndpoint, Schema } from '#shared/contract/endpoint.ts';
import { problemReply } from '#shared/contract/problems.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: Schema, io: 'input' | 'output'): Json => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

function parametersOf(location: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: value,
  }));
}

function operationOf(endpoint: AnyEndpoint): Json {
  const done =
    endpoint.bytes !== undefined
      ? { 200: { description: 'Bytes', content: { [endpoint.bytes]: {} } } }
      : endpoint.reply === undefined
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'Done', content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } } } };
  const form = endpoint.form && {
    'multipart/form-data': {
      schema: { type: 'object', properties: Object.fromEntries(endpoint.form.map((name) => [name, { type: 'string' }])) },
    },
  };
  const json = endpoint.body && { 'application/json': { schema: schemaOf(endpoint.body, 'input') } };
  return {
    summary: endpoint.summary,
    'x-who': endpoint.who,
    ...(endpoint.recentSignIn && { 'x-recent-sign-in': endpoint.recentSignIn }),
    security: endpoint.who === 'all' ? [] : [{ session: [] }],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(form || json ? { requestBody: { required: true, content: form ?? json } } : {}),
    responses: {
      ...done,
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

export function openapiOf(endpoints: readonly AnyEndpoint[], title: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemReply, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    },
  };
}
