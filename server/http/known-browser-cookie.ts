// A cookie with the marks of a browser that has signed in before: a random value for each account.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverLimits } from '#server/limits.ts';
import { hostCookie } from './host-cookie.ts';

/** The maximum number of marks. Each account of the browser has one. */
export const maxMarks = 4;

const cookie = hostCookie('kb');
const markPattern = /^[\w-]{43}$/;

export const readMarks = (request: FastifyRequest): string[] =>
  (cookie.read(request) ?? '').split('.', maxMarks).filter((mark) => markPattern.test(mark));

export const setMarks = (request: FastifyRequest, reply: FastifyReply, marks: readonly string[]): void =>
  cookie.set(request, reply, marks.join('.'), serverLimits.knownBrowserMs / 1_000);

export const clearMarks = cookie.clear;
