// Cookies that only the server reads, and only on the host that has set them.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface HostCookie {
  readonly read: (request: FastifyRequest) => string | null;
  /** With `maxAgeSeconds` null it ends with the browser session. */
  readonly set: (request: FastifyRequest, reply: FastifyReply, value: string, maxAgeSeconds: number | null) => void;
  readonly clear: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Over https the __Host- prefix makes browsers insist on Secure, Path=/ and no Domain; plain http on localhost can't use it. */
export function hostCookie(name: string): HostCookie {
  const nameFor = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? `__Host-${name}` : name);
  const optionsFor = ({ protocol }: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'lax', secure: protocol === 'https' }) as const;
  return {
    read: (request) => request.cookies[nameFor(request)] ?? null,
    set(request, reply, value, maxAgeSeconds) {
      const maxAge = maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds };
      void reply.setCookie(nameFor(request), value, { ...optionsFor(request), ...maxAge });
    },
    clear: (request, reply) => void reply.clearCookie(nameFor(request), optionsFor(request)),
  };
}

export const sessionCookie = hostCookie('sid');
