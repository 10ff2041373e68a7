// Calls to log in with a passkey, and to confirm who the caller is by password or passkey. The login screen loads only these,
// not the calls that manage passkeys.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';

export const base64url = (max: number) => z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[\w-]+$/));
export const credentialId = base64url(1_400);
/** The fields that all credentials share, as the browser's toJSON() writes them, with bytes as base64url. Others are ignored. */
export const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const usedPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: z.optional(z.nullable(base64url(100))),
  }),
});
export type UsedPasskey = z.infer<typeof usedPasskey>;

/** Options for navigator.credentials.get(). They list no passkeys, so only the challenge differs between callers. */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal('required'),
  timeout: z.number(),
});
export type RequestOptions = z.infer<typeof requestOptions>;

export const passkeyLogins = {
  postAuthOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkey-options',
    who: 'all',
    summary: 'Options for using a passkey on this site. The challenge works once and for five minutes.',
    reply: requestOptions,
  }),
  postAuthPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    who: 'all',
    rate: 'login',
    summary: 'Log in with a passkey. Every refusal is the same as for a wrong password.',
    body: z.strictObject({ credential: usedPasskey, remember: z.boolean() }),
    reply: z.object({ status: z.literal('ok') }),
  }),
  postAuthAgain: endpoint({
    method: 'POST',
    path: '/api/auth/again',
    who: 'USER',
    rate: 'login',
    whileSuspended: () => true,
    summary: 'Prove again who the caller is, with their password or a passkey, for calls that require a recent login.',
    body: z.strictObject({
      password: z.optional(z.string().check(z.maxLength(limits.maxPasswordLength * 4))),
      credential: z.optional(usedPasskey),
    }),
    reply: z.object({ status: z.literal('ok') }),
  }),
};
