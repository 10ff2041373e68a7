// The sessions of the own account: list, end one or all, and request a new login link.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';

/** Neither location nor IP address is stored. */
const sessionListed = z.object({
  /** Id of the session, unrelated to its cookie. */
  id,
  /** Browser and system in words, like "Firefox on Android". */
  device: z.string(),
  tsCreated: timeMs,
  /** To the minute. */
  tsLastUsed: timeMs,
  /** Whether it is the calling session. */
  isThis: z.boolean(),
});
export type SessionListed = z.infer<typeof sessionListed>;

export const sessions = {
  getSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    who: 'USER',
    summary: 'The sessions of the account, the calling one first, then by last use.',
    reply: z.array(sessionListed),
  }),
  deleteSession: endpoint({
    method: 'DELETE',
    path: '/api/sessions/{id}',
    who: 'USER',
    summary: 'End one of the own sessions, with its push and its sockets.',
    params: z.object({ id }),
  }),
  deleteSessions: endpoint({
    method: 'DELETE',
    path: '/api/sessions',
    who: 'USER',
    summary: 'Log out everywhere: end all sessions of the account, including the calling one.',
  }),
  postFreshLink: endpoint({
    method: 'POST',
    path: '/api/auth/fresh-link',
    who: 'USER',
    rate: 'register',
    summary: 'Mail a login link to the own address, for changes that need a recent login.',
    reply: z.object({ status: z.literal('sent') }),
  }),
};
