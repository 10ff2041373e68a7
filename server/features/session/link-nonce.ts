// A nonce cookie that identifies the browser that requested a mailed link when the link is opened.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const nameFor = (request: FastifyRequest): string => (request.protocol === 'https' ? '__Host-lr' : 'lr');

export const readLinkNonce = (request: FastifyRequest): string | null => request.cookies[nameFor(request)] ?? null;

export function setLinkNonce(request: FastifyRequest, reply: FastifyReply, nonce: string, maxAgeSeconds: number): void {
  void reply.setCookie(nameFor(request), nonce, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: maxAgeSeconds,
  });
}
