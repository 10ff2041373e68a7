// Sets, reads and clears the session cookie.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Over https the __Host- prefix makes browsers insist on Secure, Path=/ and no Domain; plain http on localhost can't use it. */
const nameFor = (request: FastifyRequest): string => (request.protocol === 'https' ? '__Host-sid' : 'sid');

export const readSessionCookie = (request: FastifyRequest): string | null => request.cookies[nameFor(request)] ?? null;

/** Sets the cookie; with `maxAgeSeconds` null it ends with the browser session. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  value: string,
  maxAgeSeconds: number | null,
): void {
  void reply.setCookie(nameFor(request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...(maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }),
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(nameFor(request), { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' });
}
