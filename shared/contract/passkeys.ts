// Calls to list, add, rename and remove the caller's passkeys.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { id, shortText, timeMs } from './fields.ts';
import { base64url, credential, credentialId } from './passkey-logins.ts';

const named = z.pipe(shortText(limits.maxDeviceNameLength), z.string().check(z.minLength(1)));

const createdPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(30_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskey>;

const passkeyListed = z.object({
  id,
  /** The id by which the browser finds the passkey on a device. */
  credentialId,
  name: z.string(),
  tsCreated: timeMs,
  tsLastUsed: z.nullable(timeMs),
  /** False if the passkey belongs to another brand's site. It only works there. */
  isForThisSite: z.boolean(),
});
export type PasskeyListed = z.infer<typeof passkeyListed>;

/** Options for navigator.credentials.create(), with bytes as base64url. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(z.string()) })),
  authenticatorSelection: z.object({ residentKey: z.literal('required'), userVerification: z.literal('required') }),
  attestation: z.literal('none'),
  timeout: z.number(),
});
export type CreationOptions = z.infer<typeof creationOptions>;

export const passkeys = {
  getPasskeys: endpoint({
    method: 'GET',
    path: '/api/passkeys',
    who: 'USER',
    summary: "The caller's passkeys, newest first.",
    reply: z.array(passkeyListed),
  }),
  postOptions: endpoint({
    method: 'POST',
    path: '/api/passkey-options',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: 'Options for creating a passkey on this site. The challenge works once and for five minutes.',
    reply: creationOptions,
  }),
  postPasskey: endpoint({
    method: 'POST',
    path: '/api/passkeys',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: 'Add a passkey, which is reported by email.',
    body: z.strictObject({ name: named, credential: createdPasskey }),
    reply: passkeyListed,
  }),
  putPasskey: endpoint({
    method: 'PUT',
    path: '/api/passkeys/{id}',
    who: 'USER',
    whileSuspended: () => true,
    summary: "Rename one of the caller's passkeys.",
    params: z.object({ id }),
    body: z.strictObject({ name: named }),
    reply: passkeyListed,
  }),
  deletePasskey: endpoint({
    method: 'DELETE',
    path: '/api/passkeys/{id}',
    who: 'USER',
    recentSignIn: 'partly',
    whileSuspended: () => true,
    summary: "Remove one of the caller's passkeys. The last one requires a login within the last 15 minutes.",
    params: z.object({ id }),
  }),
  deletePasskeys: endpoint({
    method: 'DELETE',
    path: '/api/passkeys',
    who: 'USER',
    recentSignIn: true,
    whileSuspended: () => true,
    summary: "Remove all of the caller's passkeys.",
  }),
};
