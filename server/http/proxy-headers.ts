// Warns operators if a reverse proxy does not say for whom it forwards, or lets members say it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { World } from '#server/world.ts';

interface Misconfiguration {
  readonly shows: (request: FastifyRequest, trustProxy: boolean | string) => boolean;
  readonly sentence: string;
}

const misconfigurations: readonly Misconfiguration[] = [
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
  {
    // With the addresses of the proxies in the setting, what a client has added is not read.
    shows: ({ headers }, trustProxy) => trustProxy === true && headers['x-forwarded-for']?.includes(',') === true,
    sentence:
      'the reverse proxy keeps what clients send as X-Forwarded-For, and TRUST_PROXY is true: members can choose the address that is limited. Set TRUST_PROXY to the addresses of the proxies',
  },
];

/** Each problem is logged once. */
export function watchProxy(app: FastifyInstance, { config, log }: Pick<World, 'config' | 'log'>): void {
  const unseen = new Set(misconfigurations);
  app.addHook('onRequest', (request, _reply, done) => {
    for (const misconfiguration of unseen) {
      if (!misconfiguration.shows(request, config.trustProxy)) continue;
      unseen.delete(misconfiguration);
      log.warn(misconfiguration.sentence);
    }
    done();
  });
}
