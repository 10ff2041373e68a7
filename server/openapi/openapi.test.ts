// The OpenAPI document is valid and complete, and its bounds, headers and statuses are those of the server.
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyEndpoint, Schema } from '#shared/contract/endpoint.ts';
import { allEndpoints, namedEndpoints } from '#shared/contract/index.ts';
import { messages } from '#shared/contract/messages.ts';
import { nearby } from '#shared/contract/nearby.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { casesOf, send, wrongFormsOf } from '#server/testing/contract/contract-cases.ts';
import { nameOf, rowNameOf, unknownId } from '#server/testing/contract/contract-row.ts';
import { contractTable } from '#server/testing/contract/contract-table.ts';
import { openapiOf } from './openapi.ts';

interface Field {
  readonly type?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Field;
}
interface Described {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly security: readonly object[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object; readonly encoding?: object }>> };
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly $ref?: string }>>;
}
interface Description {
  readonly servers: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name: string }>> };
}

const text = openapiOf(namedEndpoints)('https://a.example');
const description = JSON.parse(text) as Description;

function operationFor({ path, method }: AnyEndpoint): Described {
  const found = description.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}
const statusesOf = (endpoint: AnyEndpoint): number[] => Object.keys(operationFor(endpoint).responses).map(Number);
const namesOf = (endpoints: readonly AnyEndpoint[]) => endpoints.map(nameOf);

test('the document follows the schema of OpenAPI 3.1', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toEqual({ valid: true });
  const { servers: _, ...without } = description;
  expect(await new Validator().validate({ ...without, paths: { nowhere: {} } })).toMatchObject({ valid: false });
});

test('it names the server under which it was requested, and both cookies', async () => {
  const app = await openAppForTest();
  const { bytes } = await app.visitor().send('GET', '/api/openapi.json');
  expect((JSON.parse(bytes.toString()) as Description).servers).toEqual([{ url: app.origin }]);
  const { session, plainSession } = description.components.securitySchemes;
  expect([session?.name, plainSession?.name]).toEqual(['__Host-sid', 'sid']);
});

test('every operation has a unique id made of its names in the contract', () => {
  const ids = allEndpoints.map((endpoint) => operationFor(endpoint).operationId);
  expect(new Set(ids).size).toBe(allEndpoints.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  expect([operationFor(messages.getBySector), operationFor(nearby.getBySector)].map(({ operationId }) => operationId)).toEqual([
    'messagesGetBySector',
    'nearbyGetBySector',
  ]);
});

test('every call names its success, its refusals, and who may make it', () => {
  for (const endpoint of allEndpoints) {
    const statuses = statusesOf(endpoint);
    expect(
      statuses.some((status) => status < 300),
      nameOf(endpoint),
    ).toBe(true);
    expect(statuses, nameOf(endpoint)).toEqual(
      expect.arrayContaining([421, 500, ...(endpoint.who === 'all' ? [] : [401, 403, 423])]),
    );
    expect(operationFor(endpoint).security.length > 0, nameOf(endpoint)).toBe(endpoint.who !== 'all');
  }
});

test('every status of the table of access rights, and of invalid input, is described', () => {
  for (const row of contractTable) {
    const described = new Set(statusesOf(row.call));
    const answered = [...casesOf(row), ...wrongFormsOf(row)].map(({ status }) => status);
    expect(
      answered.filter((status) => !described.has(status)),
      rowNameOf(row),
    ).toEqual([]);
  }
});

test('the calls are described with the headers that the server reads and sends', () => {
  const taking = (header: string) =>
    namesOf(
      allEndpoints.filter((endpoint) =>
        operationFor(endpoint).parameters.some(({ $ref }) => $ref === `#/components/parameters/${header}`),
      ),
    );
  const giving = (header: string) =>
    namesOf(
      allEndpoints.filter((endpoint) =>
        Object.entries(operationFor(endpoint).responses).some(
          ([status, { headers }]) => Number(status) < 300 && Object.hasOwn(Object(headers), header),
        ),
      ),
    );
  expect(taking('If-Match')).toEqual(['PUT /api/profile', 'PUT /api/profile-note']);
  expect(giving('ETag')).toEqual([
    'GET /api/profile/{id}',
    'PUT /api/profile',
    'GET /api/profile-pic/{id}',
    'GET /api/profile-pic/nsfw/{id}',
    'GET /api/profile/pic/{id}',
    'GET /api/profile-note',
    'PUT /api/profile-note',
  ]);
  expect(text.match(/"429-[^{]+\{"description":"[^"]+","headers":\{"Retry-After"/g)?.length).toBeGreaterThan(0);
  expect(text.match(/"503-[^{]+\{"description":"[^"]+","headers":\{"Retry-After"/g)?.length).toBeGreaterThan(0);
});

test('exactly the calls that are described with an Idempotency-Key refuse one that is no UUID', async () => {
  const app = await openAppForTest();
  const refusing = new Set<string>();
  for (const { call, ask, endsCaller } of contractTable) {
    if (endsCaller) continue;
    const member = await app.member({ roles: ['USER', 'ADMIN'] });
    const sent = member.send;
    const browser = {
      ...member,
      send: (method: string, path: string, body?: string | Buffer, headers?: Record<string, string>) =>
        sent(method, path, body, { ...headers, 'idempotency-key': 'x' }),
      form: (path: string, fields: Parameters<typeof member.form>[1]) => member.form(path, fields, { 'idempotency-key': 'x' }),
    };
    const { bytes } = await send(call, ask(member.profileId, member), browser);
    if (bytes.toString().includes('Idempotency-Key: a UUID is wanted')) refusing.add(nameOf(call));
  }
  const described = allEndpoints.filter((endpoint) =>
    operationFor(endpoint).parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key'),
  );
  expect([...refusing].toSorted()).toEqual(namesOf(described).toSorted());
});

test('the parts of forms are those of the contract, and pictures are required bytes', () => {
  for (const endpoint of allEndpoints.filter(({ form }) => form !== undefined)) {
    const { schema } = operationFor(endpoint).requestBody?.content['multipart/form-data'] ?? {};
    const { properties, required } = schema as { properties: Record<string, object>; required: string[] };
    expect(Object.keys(properties).toSorted(), nameOf(endpoint)).toEqual([...(endpoint.form ?? [])].toSorted());
    expect(required.every((name) => Object.hasOwn(properties, name))).toBe(true);
    if (!endpoint.form?.includes('picfile')) continue;
    expect(properties['picfile']).toMatchObject({ type: 'string', format: 'binary' });
    expect(required).toContain('picfile');
  }
});

/** The fields of query, path and body with their schemas in the contract and in the document. */
const fields = allEndpoints.flatMap((endpoint) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema: Schema | undefined = endpoint[part];
    const shape = Object(Reflect.get(Object(schema), 'shape')) as Record<string, Schema>;
    const body = operationFor(endpoint).requestBody?.content['application/json']?.schema;
    const properties = (Object(body) as { properties?: Record<string, Field> }).properties ?? {};
    const parameters = operationFor(endpoint).parameters;
    return Object.entries(shape).map(([name, inContract]) => {
      const found = part === 'body' ? properties[name] : parameters.find((parameter) => parameter.name === name)?.schema;
      return { name: `${nameOf(endpoint)} ${part} ${name}`, inContract, described: found ?? {}, isText: part !== 'body' };
    });
  }),
);

const isAccepted = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

test('a text may be as long as described, and no longer', () => {
  const bounded = fields.filter(({ described }) => described.maxLength !== undefined && described.pattern === undefined);
  expect(bounded.length).toBeGreaterThanOrEqual(20);
  const wrong = bounded.filter(({ name, inContract, described: { maxLength = 0, minLength = 0 } }) => {
    const ofLength = (length: number) => (name.endsWith(' email') ? 'a@b.example' : '').padStart(length, 'a');
    const isExact = isAccepted(inContract, ofLength(maxLength)) && !isAccepted(inContract, ofLength(maxLength + 1));
    return !isExact || (minLength > 0 && isAccepted(inContract, ofLength(minLength - 1)));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('a number in an address has the described bounds', () => {
  const numbers = fields.filter(({ isText, described: { type } }) => isText && (type === 'integer' || type === 'number'));
  expect(numbers.length).toBeGreaterThan(30);
  const wrong = numbers.filter(({ inContract, described: { type, minimum = NaN, maximum = NaN } }) => {
    const within = [minimum, maximum].every((value) => isAccepted(inContract, String(value)));
    const beyond = [minimum - 1, maximum + 1, ...(type === 'integer' ? [minimum + 0.5] : [])];
    return !within || beyond.some((value) => isAccepted(inContract, String(value)));
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('the requests of the table of access rights are as described', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
  for (const row of contractTable.filter(({ answers }) => answers !== 400)) {
    const { parameters, requestBody } = operationFor(row.call);
    const asked = row.ask(unknownId, { profileId: unknownId });
    const given: Record<string, unknown> = { ...asked.params, ...asked.query };
    for (const { name, schema, required } of parameters.filter((parameter) => parameter.$ref === undefined)) {
      if (given[name] === undefined) expect(required, `${rowNameOf(row)} ${name}`).toBe(false);
      // A list is sent as one text.
      else expect(ajv.validate(schema, String(given[name])), `${rowNameOf(row)} ${name} ${String(given[name])}`).toBe(true);
    }
    const body = requestBody?.content['application/json'];
    expect(body === undefined, rowNameOf(row)).toBe(asked.body === undefined);
    if (body !== undefined) expect(ajv.validate(body.schema, asked.body), `${rowNameOf(row)} ${ajv.errorsText()}`).toBe(true);
  }
});
