// Cookies that only the server reads, and only on the host that has set them.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface HostCookie {
  readonly read: (request: FastifyRequest) => string | null;
  /** If `maxAgeSeconds` is null, the cookie ends with the browser. */
  readonly set: (request: FastifyRequest, reply: FastifyReply, value: string, maxAgeSeconds: number | null) => void;
  readonly clear: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Over https, browsers require Secure, Path=/ and no Domain for the __Host- prefix. Plain http on localhost cannot use it. */
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
