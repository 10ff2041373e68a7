// Registration by emailed link, login, logout, the limit of emails to an address, and the session's NSFW setting and app lock.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { cleanEmail } from '#shared/rules/text.ts';
import { endpoint } from './endpoint.ts';
import { flagText } from './fields.ts';

export const acknowledgementKeys = ['technical', 'age', 'law'] as const;

/** The version of the three texts. Change it with every change of a text; it is stored with each acceptance. */
export const acknowledgementTextVersion = '2026-11-30';

export const emailAddress = z.pipe(
  z.pipe(z.string().check(z.maxLength(limits.maxEmailLength)), z.transform(cleanEmail)),
  z.string().check(z.regex(/^[^\s\p{Cc}@<>",;:\\()[\]]+@[^\s\p{Cc}@<>"',;:\\()[\]]+$/u)),
);

const registration = z.object({
  email: z.string(),
  acknowledgements: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
});
export type Registration = z.infer<typeof registration>;

/** SHA-256 in hexadecimal. */
const proofHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

export const session = {
  postAuth: endpoint({
    method: 'POST',
    path: '/api/auth',
    who: 'all',
    rate: 'login',
    summary: 'Log in with email address and password, or with the id and secret of an emailed link. Only the status matters.',
    // `confirmed` is true after the member clicked Log in. It is required if the browser is not the one that requested the link.
    form: ['username', 'password', 'remember', 'confirmed'],
    reply: z.object({ status: z.literal('ok') }),
  }),
  deleteAuth: endpoint({
    method: 'DELETE',
    path: '/api/auth',
    who: 'all',
    worksLocked: true,
    summary: 'End the session on the server; also succeeds without one. The browser is then no longer known to the account.',
    // The login screen ends the session but leaves the browser known, so that login links requested there are mailed at once.
    query: z.object({ keepsBrowserKnown: flagText }),
  }),
  postRegister: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    who: 'all',
    rate: 'register',
    summary: 'Request a login link by email. The reply is the same for every address.',
    body: registration,
    reply: z.object({ status: z.literal('sent') }),
  }),
  postMailLimit: endpoint({
    method: 'POST',
    path: '/api/auth/mail-limit',
    who: 'all',
    rate: 'login',
    summary: 'Limit the emails to an address for 30 days to browsers that have logged in before, or lift that.',
    body: z.object({ token: z.string().check(z.maxLength(1_000)), isLimited: z.boolean() }),
    reply: z.object({ isLimited: z.boolean() }),
  }),
  putSession: endpoint({
    method: 'PUT',
    path: '/api/session',
    who: 'USER',
    whileSuspended: () => true,
    summary: 'Switch NSFW pictures on or off for this session.',
    body: z.strictObject({ showNsfw: z.boolean() }),
    reply: z.object({ showNsfw: z.boolean() }),
  }),
  putLock: endpoint({
    method: 'PUT',
    path: '/api/session-lock',
    who: 'USER',
    summary: 'Lock this session: from now on every call and socket needs the proof with this SHA-256.',
    body: z.strictObject({ proofHash }),
    whileSuspended: () => true,
    reply: z.object({ proofHash }),
  }),
  deleteLock: endpoint({
    method: 'DELETE',
    path: '/api/session-lock',
    who: 'USER',
    summary: 'Remove the lock of this session; needs its proof like every call.',
    whileSuspended: () => true,
  }),
};
