// Mounts an endpoint as a route. It checks session, app lock, role, recent sign-in, shape and acting profile, in this order.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  isOpenWhileSuspended,
  type AnyEndpoint,
  type ArgsOf,
  type Endpoint,
  type ReplyOf,
  type Schema,
} from '#shared/contract/endpoint.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { answerMarkHeader } from '#shared/rules/answer-mark.ts';
import { writerHeader } from '#shared/rules/writer.ts';
import type { Caller } from './caller.ts';
import { Problem, problem, sendProblem } from './problems.ts';
import { isLocked, isNavigation, proofIn } from './session-lock.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint of the contract, or why a route without one is open to everybody. */
    endpoint?: AnyEndpoint;
    openBecause?: string;
    /** True if the route accepts an upgrade. */
    isSocket?: boolean;
  }
  interface FastifyInstance {
    /** A mark of this moment, for an answer whose data is read from now on. A socket then tells what has changed since. */
    answerMark(): string;
    /** Throws `suspended` if the member is suspended. */
    requireUnsuspended(caller: Caller): void;
    /** Throws `needs-profile` if the member has no public name or no birthdate. */
    requireProfile(caller: Caller): Promise<void>;
  }
}

/** A reply whose body is sent as it is: JSON text, a picture, a tile or a stream. */
export class RawReply {
  readonly bytes: Buffer | string | Readable;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusCode: number;
  constructor(bytes: Buffer | string | Readable, headers: Readonly<Record<string, string>> = {}, statusCode = 200) {
    this.bytes = bytes;
    this.headers = headers;
    this.statusCode = statusCode;
  }
}

const maxCachedQueries = 100;
const maxCachedQueryLength = 120;

interface Call<C> {
  readonly caller: C;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
type Handler<E, C> = (input: ArgsOf<E> & Call<C>) => Promise<ReplyOf<E> | RawReply> | ReplyOf<E> | RawReply;

/** Mounts an endpoint for members or administrators. Its handler always gets a caller. */
export function mount<P, Q, B, R>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<Endpoint<P, Q, B, R>, Caller>,
): void {
  if (endpoint.who === 'all') throw new Error(`${endpoint.path} is open: use mountOpen`);
  route(app, endpoint, handler as (input: unknown) => unknown);
}

/** Mounts an endpoint that is open to everybody. For visitors, the caller is null. */
export function mountOpen<P, Q, B, R>(
  app: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handler: Handler<Endpoint<P, Q, B, R>, Caller | null>,
): void {
  if (endpoint.who !== 'all') throw new Error(`${endpoint.path} is not open: use mount`);
  route(app, endpoint, handler as (input: unknown) => unknown);
}

function route(app: FastifyInstance, endpoint: AnyEndpoint, handler: (input: unknown) => unknown): void {
  const rateGroup = endpoint.rate ?? 'calls';
  const queryOf = queryParser(endpoint);
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    config: { endpoint },
    // Checked before the body is parsed, to save work for requests that are refused.
    onRequest: async (request, reply) => {
      const mark = app.answerMark();
      const found = app.findCaller(request, { rereads: endpoint.who === 'ADMIN' });
      request.caller = found instanceof Promise ? await found : found;
      if (request.caller !== null) void reply.header(answerMarkHeader, mark);
      const isRefused = request.caller !== null && !endpoint.worksLocked && isLocked(request.caller, proofIn(request));
      if (isRefused) return sendProblem(reply, problem('locked'));
      if (!endpoint.opensInTab && isNavigation(request)) return sendProblem(reply, problem('not-a-page'));
      if (endpoint.who !== 'all') {
        if (request.caller === null) return sendProblem(reply, problem('unauthenticated'));
        if (!request.caller.roles.includes(endpoint.who)) return sendProblem(reply, problem('forbidden'));
        if (endpoint.recentSignIn === true && !app.isRecentSignIn(request.caller)) return sendProblem(reply, problem('reauth'));
      }
      if (rateGroup !== 'none') {
        const isSigningIn = endpoint.who === 'all' && (rateGroup === 'login' || rateGroup === 'register');
        const account = isSigningIn ? undefined : request.caller?.accountId;
        const rate = app.rateFor(rateGroup);
        const taken =
          account === undefined
            ? app.rates.takeByAddress(rateGroup, request.ip, rate)
            : app.rates.take(`${rateGroup}:${account}`, rate);
        const { isAllowed, retryAfterSeconds } = taken instanceof Promise ? await taken : taken;
        // If others at the same IP address make too many requests, members can still log in from a browser that they have used before.
        const known = isAllowed || !isSigningIn ? null : await app.knownAccountOf(request);
        if (!isAllowed && (known === null || !(await app.rates.take(`${rateGroup}:known:${known}`, rate)).isAllowed))
          return sendProblem(reply, problem('too-many-requests', { retryAfterSeconds }));
      }
      return undefined;
    },
    handler: async (request, reply) => {
      const isForm = request.headers['content-type']?.startsWith('multipart/form-data') === true;
      if (endpoint.form !== undefined && !isForm) throw problem('not-json', { message: 'This call takes multipart/form-data.' });
      if (endpoint.body !== undefined && isForm) throw problem('not-json');
      const input = {
        params: parsed(endpoint.params, request.params),
        query: queryOf(request),
        body: endpoint.form === undefined ? parsed(endpoint.body, request.body) : undefined,
        caller: request.caller,
        request,
        reply,
      };
      if (endpoint.actor !== undefined && actorOf(endpoint.actor, input) !== request.caller?.profileId)
        throw problem('not-your-profile');
      if (!isByWriter(request)) throw problem('not-your-profile');
      if (request.caller !== null && !isOpenToSuspended(endpoint, input)) app.requireUnsuspended(request.caller);
      if (request.caller !== null && endpoint.needsProfile?.(input) === true) await app.requireProfile(request.caller);
      const result = await handler(input);
      return send(reply, endpoint, result);
    },
  });
}

/** False if a member other than the caller made the write: a device may send a waiting write after somebody else logged in. */
const isByWriter = ({ caller, headers }: FastifyRequest): boolean =>
  caller === null || headers[writerHeader] === undefined || headers[writerHeader] === caller.profileId;

const isOpenToSuspended = (endpoint: AnyEndpoint, input: { params: unknown; query: unknown; body: unknown }): boolean =>
  endpoint.whileSuspended?.(input) ?? isOpenWhileSuspended(endpoint);

function send(reply: FastifyReply, endpoint: AnyEndpoint, result: unknown): unknown {
  void reply.header('cache-control', 'private, no-store');
  if (result instanceof RawReply) {
    if (endpoint.isRawJson) void reply.header('content-type', 'application/json; charset=utf-8');
    return reply.code(result.statusCode).headers(result.headers).send(result.bytes);
  }
  if (endpoint.reply === undefined) return reply.code(204).send();
  // Removes fields that the contract does not name. A reply that does not match is a bug, and throws.
  return reply.send(z.parse(endpoint.reply as Schema, result));
}

function parsed(schema: Schema | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.map(String).join('.') ?? '';
  throw new Problem('bad-request', where === '' ? (issue?.message ?? 'Invalid') : `${where}: ${issue?.message}`, null);
}

/**
 * Parses the queries of an endpoint. Short ones are cached, because lists are requested again and again with the same query. A query with
 * coordinates, which have a decimal point, or with `q`, a place to search for, is rarely repeated and must not stay in memory.
 */
function queryParser(endpoint: AnyEndpoint): (request: FastifyRequest) => unknown {
  const knownOf = new WeakMap<Schema, BoundedMap<string, unknown>>();
  return ({ raw, query }) => {
    const { query: schema } = endpoint;
    const url = raw.url ?? '';
    const at = url.indexOf('?');
    const text = at < 0 ? '' : url.slice(at);
    if (schema === undefined || text.length > maxCachedQueryLength || /[.%]|[?&]q=/.test(text)) return parsed(schema, query);
    const known = knownOf.get(schema) ?? new BoundedMap<string, unknown>(maxCachedQueries);
    knownOf.set(schema, known);
    if (known.has(text)) return known.get(text);
    const result = parsed(schema, query);
    known.set(text, Object.freeze(result));
    return result;
  };
}

function actorOf(actor: string, input: { params: unknown; query: unknown; body: unknown }): unknown {
  const [part = '', field = ''] = actor.split('.');
  return Reflect.get(Object(Reflect.get(input, part)), field);
}

/** Converts {name} to :name, as the router writes it. */
const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
