// Requests derived from the access table, for every kind of caller, id and invalid input.
import * as z from 'zod/mini';
import { urlOf, type AnyEndpoint, type Schema } from '#shared/contract/endpoint.ts';
import { likes } from '#shared/contract/likes.ts';
import { problems } from '#shared/contract/problems.ts';
import { session } from '#shared/contract/session.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';
import { unknownId, type RequestParts, type Row, type Target } from './contract-row.ts';
import { contractTable } from './contract-table.ts';
import { things } from './contract-things.ts';
import type { Member } from '#server/testing/app/members.ts';
import { sameButForTime } from './same-answers.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

const hugeId = 'a'.repeat(5_000);
const ids = { unknown: unknownId, malformed: 'x y', huge: hugeId } as const;
/** Anna blocks Carl, and Dora blocks Anna; Boris is a stranger to all; Emil is an administrator and a member. */
const memberNames = ['Anna', 'Boris', 'Carl', 'Dora', 'Emil'] as const;
type MemberName = (typeof memberNames)[number];
const outsiders = ['a visitor', 'an ended session', 'an administrator who is no member'] as const;
type Outsider = (typeof outsiders)[number];

/** One request of a row with its expected status. */
export interface Case {
  readonly caller: MemberName | Outsider;
  /** The owner of the id, or what is wrong with the id; null for a call without one. */
  readonly names: MemberName | 'self' | keyof typeof ids | null;
  readonly target: Target | null;
  readonly status: number;
}

function relation(caller: MemberName, target: MemberName): Target {
  if (caller === target) return 'own';
  const pair = (a: MemberName, b: MemberName) => caller === a && target === b;
  if (pair('Carl', 'Anna') || pair('Anna', 'Dora')) return 'blocked';
  return pair('Anna', 'Carl') || pair('Dora', 'Anna') ? 'blocking' : 'other';
}

/** All cases of a row by the current table and contract. */
export function casesOf({ answers, who = 'USER' }: Row): Case[] {
  const statusOf: Record<Outsider, number> = {
    'a visitor': 401,
    'an ended session': 401,
    'an administrator who is no member': 403,
  };
  const isAdminCall = who === 'ADMIN';
  const mayCall = (caller: MemberName) => !isAdminCall || caller === 'Emil';
  if (typeof answers === 'number') {
    const nobody = { names: null, target: null } as const;
    return [
      ...outsiders.map((caller) => {
        const isAccepted = who === 'all' || (isAdminCall && caller === 'an administrator who is no member');
        return { caller, ...nobody, status: isAccepted ? answers : statusOf[caller] };
      }),
      ...memberNames.map((caller) => ({ caller, ...nobody, status: mayCall(caller) ? answers : 403 })),
    ];
  }
  const kinds = ['unknown', 'malformed', 'huge'] as const;
  return [
    // Without the right role the reply discloses nothing about an id, not even whether it is valid.
    ...outsiders
      .filter((caller) => !isAdminCall || caller !== 'an administrator who is no member')
      .flatMap((caller) =>
        (['self', 'Anna', ...kinds] as const).map((names) => ({ caller, names, target: null, status: statusOf[caller] })),
      ),
    // An administrator need not be a member and owns nothing of the kind.
    ...(isAdminCall ? (['self', ...kinds] as const) : []).map((names) => ({
      caller: 'an administrator who is no member' as const,
      names,
      target: null,
      status: answers[names === 'self' ? 'unknown' : names],
    })),
    ...memberNames.flatMap((caller) => [
      ...kinds.map((kind) => ({ caller, names: kind, target: kind, status: mayCall(caller) ? answers[kind] : 403 })),
      ...memberNames.map((owner) => {
        const target = relation(caller, owner);
        return { caller, names: owner, target, status: mayCall(caller) ? answers[target] : 403 };
      }),
    ]),
  ];
}

export interface WrongForm {
  readonly name: string;
  readonly asked: RequestParts;
  readonly status: number;
  /** Sent instead of the JSON body. */
  readonly raw?: { readonly body: string; readonly type: string };
}

const strangeTexts = ['x y', '-1', '1e999', 'NaN', '0x10', '[]', '\u0000', "'; --", 'x'.repeat(5_000)];
const strangeValues = [null, 42, -1e308, true, '', 'x'.repeat(20_000), {}, [[]], { $ne: null }];
const strangeKeys = { isTest: true, account_id: unknownId, admin: true };

/** Invalid input of a call: invalid values for each field, and bodies that are not JSON. */
export function wrongFormsOf({ call, ask }: Row): WrongForm[] {
  const asked = ask(unknownId, { profileId: unknownId });
  const found: WrongForm[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema: Schema | undefined = call[part];
    if (schema === undefined) continue;
    const given = asked[part] ?? {};
    const add = (name: string, value: object) => {
      // Values in the address arrive as text.
      const arrives = part === 'body' ? value : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
      if (!z.safeParse(schema, arrives).success) found.push({ name, asked: { ...asked, [part]: value }, status: 400 });
    };
    const fields = Object.keys(Object(Reflect.get(schema, 'shape')));
    for (const field of fields) {
      const { [field]: _left, ...without } = Object(given);
      if (part !== 'params') add(`${part} without ${field}`, without);
      for (const value of part === 'body' ? strangeValues : strangeTexts)
        add(`${part} with ${field} ${JSON.stringify(value).slice(0, 12)}`, { ...given, [field]: value });
    }
    if (part === 'body')
      for (const [key, value] of Object.entries(strangeKeys)) add(`body with ${key}`, { ...given, [key]: value });
  }
  const json = 'application/json';
  const whole = JSON.stringify(asked.body ?? {});
  if (call.form !== undefined) {
    found.push({ name: 'no form', asked, status: 415, raw: { body: '{}', type: json } });
    const part = '--x\r\ncontent-disposition: form-data; name="picfile"; filename="a.png"\r\n\r\nbytes';
    for (const body of ['no part', '--x', part, `${part}\r\n--y--\r\n`])
      found.push({ name: `form ${body.slice(-12)}`, asked, status: 400, raw: { body, type: 'multipart/form-data; boundary=x' } });
  }
  if (call.body !== undefined) {
    for (const body of ['{', '[]', '"text"', 'null', '', '{"__proto__":{"roles":["ADMIN"]}}', '{"constructor":{"prototype":{}}}'])
      found.push({ name: `body ${body}`, asked, status: 400, raw: { body, type: json } });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      found.push({ name: `body as ${type}`, asked, status: 415, raw: { body: whole, type } });
    found.push({ name: 'too large', asked, status: 413, raw: { body: ' '.repeat(70_000) + whole, type: json } });
  }
  return found;
}

export const rowsOf = (endpoint: AnyEndpoint): Row[] => contractTable.filter(({ call }) => call === endpoint);

/** The rows of an endpoint differ in the ids only, so the forms of its first row are enough. */
export const wrongFormsFor = (endpoint: AnyEndpoint): WrongForm[] => rowsOf(endpoint).slice(0, 1).flatMap(wrongFormsOf);

export function send(call: AnyEndpoint, { params, query, body, form }: RequestParts, browser: Browser, raw?: WrongForm['raw']) {
  const url = urlOf(call.path, params, query);
  if (raw !== undefined) return browser.send(call.method, url, raw.body, { 'content-type': raw.type });
  if (form !== undefined) return browser.form(url, form);
  if (body === undefined) return browser.send(call.method, url);
  return browser.send(call.method, url, JSON.stringify(body), { 'content-type': 'application/json' });
}

const problemFields = ['code', 'error', 'message', 'statusCode'];

/** Faults of any reply: browsers and proxies must not store it, problems must have one shape and disclose no internals. */
export function faultsOf({ status, headers, body, bytes }: Answer): string[] {
  const control = headers['cache-control'];
  const isStored = control === 'private, no-store' ? [] : [`may be stored: cache-control is ${control}`];
  if (status < 400) return isStored;
  const text = bytes.toString();
  const code = String(Reflect.get(Object(body), 'code'));
  const isProblem =
    String(Object.keys(Object(body)).toSorted()) === String(problemFields) &&
    code in problems &&
    Reflect.get(Object(body), 'statusCode') === status;
  const isDisclosing = status >= 500 || /node_modules|\.ts:\d|\bat \S+ \(|sqlite|postgres|select |insert /i.test(text);
  return [
    ...isStored,
    ...(isProblem ? [] : [`the problem is not of the contract's form: ${text.slice(0, 200)}`]),
    ...(isDisclosing ? [`discloses internals of the server: ${text.slice(0, 200)}`] : []),
  ];
}

/** Descriptions of the cases of a row whose reply differs from the table; with `isQuick` only the first. */
export async function deviationsOf(fixtures: Fixtures, row: Row, cases: readonly Case[], isQuick = false): Promise<string[]> {
  const unknown = new Map<string, Answer>();
  const deviations: string[] = [];
  for (const { caller, names, status, target } of cases) {
    const { browser, profileId } = fixtures.callers[caller];
    const id = names === null ? '' : names === 'self' ? profileId : (fixtures.ids.get(names) ?? '');
    const answer = await send(row.call, row.ask(id, { profileId }), browser);
    const name = `${caller} for ${names ?? 'nobody'}${target === null ? '' : ` (${target})`}`;
    if (answer.status !== status) deviations.push(`${name}: ${answer.status} instead of ${status}`);
    for (const fault of faultsOf(answer)) deviations.push(`${name}: ${fault}`);
    if (target === 'unknown') unknown.set(caller, answer);
    const ofUnknown = unknown.get(caller);
    if (target !== null && answer.status === 404 && ofUnknown?.status === 404 && !sameButForTime(answer, ofUnknown))
      deviations.push(`${name}: differs from the reply for an id that never existed`);
    if (isQuick && deviations.length > 0) break;
  }
  return deviations;
}

/** Descriptions of invalid input that is not refused. */
export async function acceptedForms(
  member: Member,
  call: AnyEndpoint,
  forms: readonly WrongForm[],
  isQuick = false,
): Promise<string[]> {
  const accepted: string[] = [];
  for (const { name, asked, raw, status } of forms) {
    const answer = await send(call, asked, member, raw);
    if (answer.status !== status) accepted.push(`${name}: ${answer.status} instead of ${status}`);
    for (const fault of faultsOf(answer)) accepted.push(`${name}: ${fault}`);
    if (isQuick && accepted.length > 0) break;
  }
  return accepted;
}

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

/** Creates all callers, and for each member an entity of the row's kind. */
export async function createFixtures(app: TestApp, { answers, names = 'profile' }: Row) {
  const [anna, boris, carl, dora] = [await app.member(), await app.member(), await app.member(), await app.member()];
  const emil = await app.member({ roles: ['USER', 'ADMIN'] });
  const [admin, ended, helper] = [await app.member({ roles: ['ADMIN'] }), await app.member(), await app.member()];
  const cookie = ended.cookies.get('sid') ?? '';
  await ended.call(session.deleteAuth);
  ended.cookies.set('sid', cookie);

  const members: Record<MemberName, Member> = { Anna: anna, Boris: boris, Carl: carl, Dora: dora, Emil: emil };
  const idOf = new Map<string, string>(Object.entries(ids));
  if (typeof answers === 'object')
    for (const [name, member] of Object.entries(members)) idOf.set(name, await things[names](member, helper, app));
  for (const [from, to] of [[anna, carl] as const, [dora, anna] as const])
    await from.call(likes.putProfileLike, {
      body: { likerProfileId: from.profileId, likedProfileId: to.profileId, blocked: true },
    });

  const asCaller = (browser: Browser, { profileId }: Member) => ({ browser, profileId });
  const callers = {
    'a visitor': asCaller(app.visitor(), helper),
    'an ended session': asCaller(ended, ended),
    'an administrator who is no member': asCaller(admin, admin),
    Anna: asCaller(anna, anna),
    Boris: asCaller(boris, boris),
    Carl: asCaller(carl, carl),
    Dora: asCaller(dora, dora),
    Emil: asCaller(emil, emil),
  } satisfies Record<Case['caller'], { browser: Browser; profileId: string }>;
  return { callers, ids: idOf };
}
