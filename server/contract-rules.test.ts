// Tests that the requests of contract.test.ts detect a changed rule of the contract. Here they are sent while the rule is changed.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { allEndpoints } from '#shared/contract/index.ts';
import { fakeBaseMap } from './outside/base-map.ts';
import {
  acceptedForms,
  casesOf,
  createFixtures,
  deviationsOf,
  rowsOf,
  wrongFormsFor,
} from './testing/contract/contract-cases.ts';
import { nameOf } from './testing/contract/contract-row.ts';
import { contractTable } from './testing/contract/contract-table.ts';
import { openTestApp, type TestApp } from './testing/app/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { baseMap: fakeBaseMap() } });
});
afterAll(() => app.close());

/** Computed before tests change rules of the contract. */
const cases = new Map(contractTable.map((row) => [row, casesOf(row)]));
const forms = new Map(allEndpoints.map((endpoint) => [endpoint, wrongFormsFor(endpoint)]));

describe('the tests of the access table detect a changed rule of the contract', () => {
  /** Routes read their rules from the endpoint, so changing it affects the running server. */
  async function deviationsAfter(endpoint: AnyEndpoint, change: Partial<AnyEndpoint>): Promise<string[]> {
    const { who, recentSignIn, actor, params, query, body } = endpoint;
    async function whileChanged(check: () => Promise<string[]>): Promise<string[]> {
      Object.assign(endpoint, change);
      try {
        return await check();
      } finally {
        Object.assign(endpoint, { who, recentSignIn, actor, params, query, body });
      }
    }
    const throughForms = async () => {
      const member = await app.member({ roles: ['USER', 'ADMIN'] });
      return whileChanged(() => acceptedForms(member, endpoint, forms.get(endpoint) ?? [], true));
    };
    const throughRows = async () => {
      for (const row of rowsOf(endpoint)) {
        const fixtures = await createFixtures(app, row);
        const missed = await whileChanged(() => deviationsOf(fixtures, row, cases.get(row) ?? [], true));
        if (missed.length > 0) return missed;
      }
      return [];
    };
    // The check that probably notices the change runs first, since one deviation is enough.
    const [first, second] = 'who' in change || 'actor' in change ? [throughRows, throughForms] : [throughForms, throughRows];
    const missed = await first();
    return missed.length > 0 ? missed : second();
  }
  const named = (endpoints: readonly AnyEndpoint[]) => endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);

  test.each(named(allEndpoints.filter(({ who }) => who !== 'all')))('%s open to everybody', async (_name, endpoint) => {
    expect(await deviationsAfter(endpoint, { who: 'all' })).not.toEqual([]);
  });

  test.each(named(allEndpoints.filter(({ who }) => who === 'ADMIN')))('%s open to members', async (_name, endpoint) => {
    expect(await deviationsAfter(endpoint, { who: 'USER' })).not.toEqual([]);
  });

  test.each(named(allEndpoints.filter(({ who }) => who !== 'ADMIN')))(
    '%s open to administrators only',
    async (_name, endpoint) => {
      expect(await deviationsAfter(endpoint, { who: 'ADMIN' })).not.toEqual([]);
    },
  );

  test.each(named(allEndpoints.filter(({ actor }) => actor !== undefined)))('%s under any profile', async (_name, endpoint) => {
    expect(await deviationsAfter(endpoint, { actor: undefined })).not.toEqual([]);
  });

  const parts = ['params', 'query', 'body'] as const;
  /** The service also parses these, so the reply is the same without the contract's check. */
  const checkedTwice = new Set([
    'GET /api/profile-briefs/by-sector/{sector} params',
    'GET /api/messages/by-sector/{sector} params',
  ]);
  const shaped = parts
    .flatMap((part) => allEndpoints.filter((one) => one[part] !== undefined).map((one) => [nameOf(one), part, one] as const))
    .filter(([name, part]) => !checkedTwice.has(`${name} ${part}`));
  test.each(shaped)('%s with any %s', async (_name, part, endpoint) => {
    expect(await deviationsAfter(endpoint, { [part]: z.any() })).not.toEqual([]);
  });
});
