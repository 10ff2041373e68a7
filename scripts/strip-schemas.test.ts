// Tests which parts of the contract the client's bundle contains.
import { expect, test } from 'vitest';
import { contractForClient } from './strip-schemas.ts';

test('schemas are gone, and calls keep what the client uses', () => {
  const code = `const person = z.object({ id, age: z.number().check(z.gte(18)) });
const filter = { ...person, name: shortText(60), old: z.optional(flagText) };
export const people = {
  getPerson: endpoint({
    method: 'GET',
    path: '/api/person/{id}',
    who: 'USER',
    summary: 'One "person", or 404.',
    params: z.object({ id }),
    whileSuspended: () => true,
    /** Null without a picture. */
    reply: z.nullable(person),
    waits: { queue: 'person', per: ({ params }) => params.id },
  }),
};
`;
  expect(contractForClient(code).replaceAll(/^ *(?:\/\*.*)?\n/gm, '')).toBe(`const person = undefined;
const filter = { ...person, name: shortText(60), old: undefined };
export const people = {
  getPerson: ({
    method: 'GET',
    path: '/api/person/{id}',
    who: 'USER',
    waits: { queue: 'person', per: ({ params }) => params.id },
  }),
};
`);
});
