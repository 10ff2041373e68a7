// The account's sessions: list, end one or all, and request a new login link.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';

/** A session in the list, without location and IP address. */
const sessionListed = z.object({
  /** A random id that is unrelated to the session cookie. */
  id,
  /** Browser and operating system in the language of the call, such as "Firefox on Android". */
  device: z.string(),
  tsCreated: timeMs,
  /** The time of the last use, to the minute. */
  tsLastUsed: timeMs,
  /** True for the calling session. */
  isThis: z.boolean(),
});
export type SessionListed = z.infer<typeof sessionListed>;

export const sessions = {
  getSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    who: 'USER',
    summary: "The caller's sessions, the calling one first, then by last use.",
    reply: z.array(sessionListed),
  }),
  deleteSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/{id}',
    who: 'USER',
    whileSuspended: () => true,
    summary: "End one of the caller's sessions, including its push subscription and sockets.",
    params: z.object({ id }),
  }),
  deleteSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    who: 'USER',
    whileSuspended: () => true,
    summary: "Log out everywhere: end all of the caller's sessions, including the calling one.",
  }),
  postFreshLink: endpoint({
    method: 'POST',
    path: '/api/auth/fresh-link',
    who: 'USER',
    rate: 'register',
    whileSuspended: () => true,
    summary: 'Email a login link to the caller, for changes that require a recent login.',
    reply: z.object({ status: z.literal('sent') }),
  }),
};
