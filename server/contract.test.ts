// Every call over HTTP with every kind of caller, id and input, compared with the table of access rights.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '#shared/contract/index.ts';
import { limits } from '#shared/rules/limits.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import { acceptedForms, casesOf, createFixtures, deviationsOf, send, wrongFormsFor } from './testing/contract/contract-cases.ts';
import { nameOf, rowNameOf, targets, unknownId } from './testing/contract/contract-row.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import type { Answer } from './testing/app/browser.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { baseMap: fakeBaseMap() } });
});
afterAll(() => app.close());

const codeOf = ({ body }: Answer): unknown => Reflect.get(Object(body), 'code');
const cases = new Map(contractTable.map((row) => [row, casesOf(row)]));
const forms = new Map(allEndpoints.map((endpoint) => [endpoint, wrongFormsFor(endpoint)]));

test('the table contains exactly the calls of the contract', () => {
  const named = new Set(contractTable.map(({ call }) => call));
  expect(allEndpoints.filter((endpoint) => !named.has(endpoint)).map(nameOf)).toEqual([]);
  expect([...named].filter((endpoint) => !allEndpoints.includes(endpoint))).toEqual([]);
  expect(contractTable.filter(({ call, who = 'USER' }) => call.who !== who).map(rowNameOf)).toEqual([]);
  expect(targets).toHaveLength(7);
});

test('there are more than a thousand cases of callers and ids, and more than a thousand invalid inputs', () => {
  expect([...cases.values()].flat().length).toBeGreaterThan(1_000);
  expect([...forms.values()].flat().length).toBeGreaterThan(1_000);
});

describe('every caller gets the status that the table says, and no data without access rights', () => {
  test.each(contractTable.map((row) => [rowNameOf(row), row] as const))('%s', async (_name, row) => {
    expect(await deviationsOf(await createFixtures(app, row), row, cases.get(row) ?? [])).toEqual([]);
  });
});

test('these calls require a recent login', () => {
  expect(allEndpoints.filter(({ recentSignIn }) => recentSignIn === true).map(nameOf)).toEqual([
    'POST /api/passkey-options',
    'POST /api/passkeys',
    'DELETE /api/passkeys',
    'POST /api/export',
    'GET /api/account/deletion',
    'DELETE /api/account',
  ]);
});

describe('a call that requires a recent login refuses an older one, and no other call does', () => {
  test.each(contractTable.filter(({ who }) => who !== 'all').map((row) => [rowNameOf(row), row] as const))(
    '%s',
    async (_name, { call, ask }) => {
      const asked = async (signedInAgoMs: number) => {
        const member = await app.member({ roles: ['USER', 'ADMIN'], signedInAgoMs });
        return codeOf(await send(call, ask(unknownId, member), member));
      };
      const isStrict = call.recentSignIn === true;
      expect([await asked(limits.freshSignInMs), await asked(limits.freshSignInMs + 1)].map((code) => code === 'reauth')).toEqual(
        [false, isStrict],
      );
    },
  );
});

describe('invalid input is refused with a message', () => {
  const checked = allEndpoints.filter((endpoint) => (forms.get(endpoint) ?? []).length > 0);
  test.each(checked.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    expect(await acceptedForms(await app.member({ roles: ['USER', 'ADMIN'] }), endpoint, forms.get(endpoint) ?? [])).toEqual([]);
  });
});

describe('a path of the contract', () => {
  const paths = [...new Set(allEndpoints.map(({ path }) => path))];
  const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'];

  test.each(paths)('%s accepts only its own methods, and HEAD if it has GET', async (path) => {
    const known = new Set<string>(allEndpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method));
    const member = await app.member();
    const url = path.replaceAll(/\{\w+\}/g, unknownId);
    for (const method of methods.filter((one) => !known.has(one) && !(one === 'HEAD' && known.has('GET')))) {
      const { status, bytes } = await member.send(method, url);
      expect([method, status]).toEqual([method, 404]);
      if (method !== 'HEAD') expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'not-found' });
    }
    if (!known.has('GET')) return;
    for (const caller of [member, app.visitor()]) {
      const [head, get] = [await caller.send('HEAD', url), await caller.send('GET', url)];
      expect([head.status, head.bytes.length]).toEqual([get.status, 0]);
    }
  });
});

test('the OpenAPI document contains every call with its role, and all references resolve', async () => {
  const { headers, bytes } = await app.visitor().send('GET', '/api/openapi.json');
  expect(headers['content-type']).toMatch(/^application\/json/);
  const text = bytes.toString();
  const description = JSON.parse(text);
  expect(description.openapi).toMatch(/^3\.1/);
  for (const { method, path, who, summary } of allEndpoints)
    expect(description.paths[path]?.[method.toLowerCase()], `${method} ${path}`).toMatchObject({ summary, 'x-who': who });
  const described = Object.values<object>(description.paths).flatMap((byMethod) => Object.keys(byMethod));
  expect(described).toHaveLength(allEndpoints.length);
  for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = pointer.split('/').reduce<unknown>((at, key) => Reflect.get(Object(at), key), description);
    expect(found, pointer).toBeTypeOf('object');
  }
});

test.each([
  ['GET', '/api/no-such-call'],
  ['GET', '/api/'],
  ['POST', '/api/profile/x/y/z'],
  ['DELETE', '/api/profile'],
  ['PUT', '/api/ping'],
])('%s %s gets a JSON reply with 404', async (method, path) => {
  const { status, headers, body } = await app.visitor().send(method, path);
  expect(status).toBe(404);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(body).toEqual({ statusCode: 404, error: 'Not Found', message: expect.any(String), code: 'not-found' });
});
