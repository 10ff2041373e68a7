// The sessions of one's own account: where a member is logged in, ending one or all of them, and a fresh link where one is asked for.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';

/** Where it was last used is not kept, and neither is the address. */
const sessionListed = z.object({
  /** Names the session for its member; the cookie can't be found by it. */
  id,
  /** Browser and system in words, like "Firefox on Android". */
  device: z.string(),
  tsCreated: timeMs,
  /** Exact to a minute. */
  tsLastUsed: timeMs,
  /** The very session that asks. */
  isThis: z.boolean(),
});
export type SessionListed = z.infer<typeof sessionListed>;

export const sessions = {
  getSessions: endpoint({
    method: 'GET',
    path: '/api/sessions',
    who: 'USER',
    summary: 'Where the member is logged in, the asking session first, then the last used.',
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
    summary: 'Sign out everywhere: end every session of the account, the own one too.',
  }),
  postFreshLink: endpoint({
    method: 'POST',
    path: '/api/auth/fresh-link',
    who: 'USER',
    rate: 'register',
    summary: 'Mail a login link to the own address, for changes that take a fresh sign-in.',
    reply: z.object({ status: z.literal('sent') }),
  }),
};
