// Registration by emailed link, login, logout, and the session's NSFW setting.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { cleanEmail } from '#shared/rules/text.ts';
import { endpoint } from './endpoint.ts';

export const acknowledgementKeys = ['technical', 'age', 'law'] as const;

/** Updated with every change of the three texts, and stored with their acceptance. */
export const acknowledgementTextVersion = '2026-11';

export const emailAddress = z.pipe(
  z.pipe(z.string().check(z.maxLength(limits.maxEmailLength)), z.transform(cleanEmail)),
  z.string().check(z.regex(/^[^\s\p{Cc}@<>",;:\\()[\]]+@[^\s\p{Cc}@<>"',;:\\()[\]]+$/u)),
);

const registration = z.object({
  email: z.string(),
  acknowledgements: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20))),
});
export type Registration = z.infer<typeof registration>;

export const session = {
  postAuth: endpoint({
    method: 'POST',
    path: '/api/auth',
    who: 'all',
    rate: 'login',
    summary: 'Log in with email address and password, or with the id and secret of an emailed link. Only the status matters.',
    // A link opened in a different browser than the requesting one needs confirmed=true: the user clicked to confirm.
    form: ['username', 'password', 'remember', 'confirmed'],
    reply: z.object({ status: z.literal('ok') }),
  }),
  deleteAuth: endpoint({
    method: 'DELETE',
    path: '/api/auth',
    who: 'all',
    summary: 'End the session on the server; also succeeds without one.',
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
  putSession: endpoint({
    method: 'PUT',
    path: '/api/session',
    who: 'USER',
    summary: 'Switch NSFW pictures on or off for this session.',
    body: z.strictObject({ showNsfw: z.boolean() }),
    reply: z.object({ showNsfw: z.boolean() }),
  }),
};
