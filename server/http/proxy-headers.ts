// Warns operators if a reverse proxy does not say for whom it forwards. Members would only see that calls are refused.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '#server/world.ts';

const misconfigurations: readonly { readonly shows: (request: FastifyRequest) => boolean; readonly sentence: string }[] = [
  {
    // Only a browser that has loaded the page over https sends this origin.
    shows: ({ protocol, headers: { origin, host } }) => protocol === 'http' && origin?.toLowerCase() === `https://${host}`,
    sentence:
      'the reverse proxy does not send X-Forwarded-Proto, or TRUST_PROXY does not have its address: what members do is refused (foreign-origin)',
  },
  {
    shows: ({ protocol, headers }) => protocol === 'https' && headers['x-forwarded-for'] === undefined,
    sentence: 'the reverse proxy does not send X-Forwarded-For: all members have its address, and share the limits of one',
  },
];

/** Each problem is logged once. */
export function watchProxy(app: FastifyInstance, { log }: Pick<World, 'log'>): void {
  const unseen = new Set(misconfigurations);
  app.addHook('onRequest', (request, _reply, done) => {
    for (const misconfiguration of unseen) {
      if (!misconfiguration.shows(request)) continue;
      unseen.delete(misconfiguration);
      log.warn(misconfiguration.sentence);
    }
    done();
  });
}
