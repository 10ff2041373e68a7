// The checks of every request before its route: host, origin, overload, and the rate limit of its IP address.
import '@fastify/websocket';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import { site } from '#shared/contract/site.ts';
import { whenKnown, type Awaitable } from '#server/limiters/counts.ts';
import type { World } from '#server/world.ts';
import type { Caller, CallerSearch, FindCaller } from './caller.ts';
import { problem, sendProblem, type Problem } from './problems.ts';
import { createRateLimiter, type RateLimiter } from './rate-limits.ts';
import { isRecentSignIn } from './recent-sign-in.ts';
import { sessionCookie } from './host-cookie.ts';
import { createRequestQueue, type RequestQueue } from './request-queue.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The brand of the request's host. It is set before any route runs. */
    brand: Brand;
    /** Set for the routes of the contract after the session was looked up. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    rates: RateLimiter;
    rateFor(name: keyof World['limits']['rates']): World['limits']['rates']['calls'];
    findCaller(request: FastifyRequest, search?: CallerSearch): Promise<Caller | null> | Caller | null;
    /** An account that this browser has signed in to before, or null. */
    knownAccountOf(request: FastifyRequest): Promise<string | null>;
    isRecentSignIn(caller: Caller): boolean;
  }
}

const safeMethods = new Set(['GET', 'HEAD']);

interface Dependencies {
  readonly callerOf: FindCaller;
  readonly knownAccountOf: FastifyInstance['knownAccountOf'];
}

/** Adds the checks, and the properties that routes use. */
export function installGuards(app: FastifyInstance, world: World, { callerOf, knownAccountOf }: Dependencies): void {
  const rates = createRateLimiter(world.limitCounts);
  app.decorate('rates', rates);
  app.decorate('rateFor', (name: keyof World['limits']['rates']) => world.limits.rates[name]);
  app.decorateRequest('caller', null);
  app.decorateRequest('brand');
  app.decorate('findCaller', (request: FastifyRequest, search?: CallerSearch) => {
    const cookie = sessionCookie.read(request);
    return cookie === null ? null : callerOf(cookie, search);
  });
  app.decorate('knownAccountOf', knownAccountOf);
  app.decorate('isRecentSignIn', (caller: Caller) => isRecentSignIn(world, caller));

  const queue = createRequestQueue(world.clock.monotonic, world.limits.maxRequestWaitMs);
  const context: CheckContext = { world, rates, queue };
  const checks = [...requestChecks];
  app.addHook('onRequest', async (request, reply) => {
    for (const { refusal } of checks) {
      const found = refusal(request, context);
      const refused = found instanceof Promise ? await found : found;
      if (refused !== null) return refused.code === 'unknown-host' ? sendUnknownHost(reply) : sendProblem(reply, refused);
    }
    const turn = isPing(request) ? null : queue.takeTurn();
    if (turn !== null) await turn;
    return undefined;
  });
}

interface CheckContext {
  readonly world: World;
  readonly rates: RateLimiter;
  readonly queue: RequestQueue;
}

export interface Check {
  readonly name: string;
  /** The problem with which the request is refused, or null. */
  refusal(request: FastifyRequest, context: CheckContext): Awaitable<Problem | null>;
}

/** These calls only say that the process answers, which must be known even when it is busy. */
export const isPing = (request: FastifyRequest): boolean => pings.has(request.routeOptions.url);
const pings: ReadonlySet<string | undefined> = new Set([site.getPing.path, site.getLive.path]);

/** In this order. The first refusal is sent. Session, role, shape and acting profile are checked later by the route. */
export const requestChecks: Check[] = [
  {
    name: 'one host',
    refusal: ({ raw }) =>
      hostCount(raw.rawHeaders) > 1 || /^[a-z][a-z0-9+.-]*:/i.test(raw.url ?? '') ? problem('bad-request') : null,
  },
  {
    name: 'known host',
    refusal(request, { world }) {
      const brand = world.brands.forHost(request.headers.host ?? '');
      if (brand === null) return problem('unknown-host');
      request.brand = brand;
      return null;
    },
  },
  {
    name: 'own origin',
    refusal(request) {
      if (safeMethods.has(request.method) && request.headers.upgrade === undefined) return null;
      return isOwnOrigin(request) ? null : problem('foreign-origin');
    },
  },
  {
    // On other routes an upgrade would be accepted and its address logged, even on the ping, which has no limit.
    name: 'upgrade of the socket',
    refusal: ({ ws, routeOptions }) => (ws && routeOptions.config.isSocket !== true ? problem('bad-request') : null),
  },
  {
    name: 'no overload',
    refusal: (request, { queue }) => (queue.isFull() && !isPing(request) ? problem('overloaded') : null),
  },
  {
    name: 'address rate',
    refusal(request, { world, rates }) {
      if (isPing(request)) return null;
      return whenKnown(
        rates.takeByAddress('address', request.ip, world.limits.rates.address),
        ({ isAllowed, retryAfterSeconds }) => (isAllowed ? null : problem('too-many-requests', { retryAfterSeconds })),
      );
    },
  },
];

function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') count++;
  return count;
}

/** The origin of the pages on this request's host. */
export const ownOrigin = (request: FastifyRequest): string => `${request.protocol}://${request.headers.host ?? ''}`.toLowerCase();

/** Only browsers send an origin. Other programs do not send the cookies of others. */
function isOwnOrigin(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin.toLowerCase() === ownOrigin(request);
  if (request.headers.upgrade !== undefined && request.headers.cookie !== undefined) return false;
  const site = request.headers['sec-fetch-site'];
  return site !== 'cross-site' && site !== 'same-site';
}

function sendUnknownHost(reply: FastifyReply): FastifyReply {
  return reply
    .code(421)
    .header('content-type', 'text/plain; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send('This host name is not served here. Whoever runs this server can allow it with the setting ALLOWED_HOSTS.\n');
}
