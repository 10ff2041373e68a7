// The session cookie: its name, how it is set, read and dropped.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Over https the name's prefix makes browsers insist on Secure, no Domain and Path=/; plain http (a developer's localhost) can't have that. */
const nameFor = (request: FastifyRequest): string => (request.protocol === 'https' ? '__Host-sid' : 'sid');

export const readSessionCookie = (request: FastifyRequest): string | null => request.cookies[nameFor(request)] ?? null;

/** Sets the cookie; `keepSeconds` null makes it end with the browser. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, value: string, keepSeconds: number | null): void {
  void reply.setCookie(nameFor(request), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    ...(keepSeconds === null ? {} : { maxAge: keepSeconds }),
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(nameFor(request), { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' });
}
