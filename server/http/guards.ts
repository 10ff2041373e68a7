// What every request passes before its route: a known host, the own origin, an unhurried address; and the caller lookup for routes.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import type { World } from '#server/world.ts';
import type { Caller, FindCaller } from './caller.ts';
import { beatMs, createOverloadMeter, type OverloadMeter } from './overload.ts';
import { problem, sendProblem, type Problem } from './problems.ts';
import { addressGroup, createRateLimiter, type RateLimiter } from './rate-limits.ts';
import { readSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The brand of the request's host; every request that reaches a route has one. */
    brand: Brand;
    /** Set for routes of the contract once the session cookie was looked up. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    rates: RateLimiter;
    rateFor(name: keyof World['limits']['rates']): World['limits']['rates']['calls'];
    findCaller(request: FastifyRequest): Promise<Caller | null>;
  }
}

const safeMethods = new Set(['GET', 'HEAD']);

/** Installs the guards. `findCaller` answers for a cookie's value. */
export function guard(app: FastifyInstance, world: World, findCaller: FindCaller): void {
  const rates = createRateLimiter(world.clock);
  app.decorate('rates', rates);
  app.decorate('rateFor', (name: keyof World['limits']['rates']) => world.limits.rates[name]);
  app.decorateRequest('caller', null);
  app.decorateRequest('brand');
  app.decorate('findCaller', async (request: FastifyRequest) => {
    const cookie = readSessionCookie(request);
    return cookie === null ? null : await findCaller(cookie);
  });

  const isOverloaded = watchOverload(app, world);
  const asked: Asked = { world, rates, isOverloaded };
  const passed = [...everyRequestPasses];
  app.addHook('onRequest', async (request, reply) => {
    for (const { objection } of passed) {
      const refused = objection(request, asked);
      if (refused !== null) return refused.code === 'unknown-host' ? sendUnknownHost(reply) : sendProblem(reply, refused);
    }
    return undefined;
  });
}

/** Measures from when the server listens: what a start takes with many members is no overload. */
function watchOverload(app: FastifyInstance, { clock, limits }: World): () => boolean {
  let meter: OverloadMeter | null = null;
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', async () => {
    const started = (meter = createOverloadMeter(clock.monotonic(), limits.eventLoopDelayMs));
    timer = setInterval(() => started.beat(clock.monotonic()), beatMs).unref();
  });
  app.addHook('onClose', () => clearInterval(timer));
  return () => meter?.isOverloaded(clock.monotonic()) === true;
}

interface Asked {
  readonly world: World;
  readonly rates: RateLimiter;
  readonly isOverloaded: () => boolean;
}

export interface Check {
  readonly name: string;
  /** What the request is refused with, or null. */
  objection(request: FastifyRequest, asked: Asked): Problem | null;
}

const isPing = (request: FastifyRequest): boolean => request.routeOptions.url === '/api/ping';

/** In this order; the first that objects answers. Session, role, shape and acting profile come after them, with the route. */
export const everyRequestPasses: Check[] = [
  {
    name: 'one host',
    objection: ({ raw }) =>
      hostCount(raw.rawHeaders) > 1 || /^[a-z][a-z0-9+.-]*:/i.test(raw.url ?? '') ? problem('bad-request') : null,
  },
  {
    name: 'known host',
    objection(request, { world }) {
      const brand = world.brands.forHost(request.headers.host ?? '');
      if (brand === null) return problem('unknown-host');
      request.brand = brand;
      return null;
    },
  },
  {
    name: 'own origin',
    objection(request) {
      if (safeMethods.has(request.method) && request.headers.upgrade === undefined) return null;
      return isOwnOrigin(request) ? null : problem('foreign-origin');
    },
  },
  {
    name: 'no overload',
    objection: (request, { isOverloaded }) => (isOverloaded() && !isPing(request) ? problem('overloaded') : null),
  },
  {
    name: 'unhurried address',
    objection(request, { world, rates }) {
      if (isPing(request)) return null;
      const { isAllowed, retryAfterSeconds } = rates.take(`address:${addressGroup(request.ip)}`, world.limits.rates.address);
      return isAllowed ? null : problem('too-many-requests', { retryAfterSeconds });
    },
  },
];

function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') count++;
  return count;
}

/** The origin that pages of this request's host have. */
export const ownOrigin = (request: FastifyRequest): string => `${request.protocol}://${request.headers.host ?? ''}`.toLowerCase();

/** Browsers say where a request comes from; programs that are no browser say nothing and carry no foreign cookies. */
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
