// An authenticator in software, which creates passkeys and signs with them.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { passkeyLogins, type UsedPasskey } from '#shared/contract/passkey-logins.ts';
import { passkeys, type CreatedPasskey, type PasskeyListed } from '#shared/contract/passkeys.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function cbor(value: Cbor): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.of((major << 5) | n)
      : n < 256
        ? Buffer.of((major << 5) | 24, n)
        : Buffer.of((major << 5) | 25, n >> 8, n & 255);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const flags = { present: 1, verified: 4, withKey: 64 } as const;

/** How a ceremony differs from a correct one, as with a hostile page or a copied authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isUnverified?: true;
}

export interface Passkey {
  readonly credentialId: string;
  readonly userHandle: string;
  /** Signs a challenge. */
  use(challenge: string, deviation?: Deviation): UsedPasskey;
}

interface Site {
  readonly origin: string;
  readonly rpId: string;
}

const dataOf = (site: Site, type: string, challenge: string, { origin = site.origin }: Deviation) =>
  Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));

function headOf(site: Site, extra: number, { rpId = site.rpId, counter = 0, isUnverified }: Deviation): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.of(flags.present | (isUnverified ? 0 : flags.verified) | extra), counted]);
}

/** Creates a key pair for a challenge. */
export function createPasskey(site: Site, challenge: string, userHandle: string, deviation: Deviation = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<Cbor, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const id = randomBytes(16);
  const credentialId = base64url(id);
  const authData = Buffer.concat([
    headOf(site, flags.withKey, deviation),
    Buffer.alloc(16),
    Buffer.of(0, id.length),
    id,
    cbor(key),
  ]);
  const attestation = new Map<Cbor, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  const created: CreatedPasskey = {
    id: credentialId,
    rawId: credentialId,
    type: 'public-key',
    response: {
      clientDataJSON: base64url(dataOf(site, 'create', challenge, deviation)),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    },
  };
  return { created, passkey: passkeyOf(site, credentialId, userHandle, privateKey) };
}

const passkeyOf = (site: Site, credentialId: string, userHandle: string, privateKey: KeyObject): Passkey => ({
  credentialId,
  userHandle,
  use(challenge, deviation = {}) {
    const clientData = dataOf(site, 'get', challenge, deviation);
    const authenticatorData = headOf(site, 0, deviation);
    return {
      id: credentialId,
      rawId: credentialId,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey)),
        userHandle,
      },
    };
  },
});

export interface AddedPasskey extends Passkey {
  readonly listed: PasskeyListed;
}

/** Adds a passkey to the browser's account. */
export async function addPasskey(browser: Browser, name = 'Phone'): Promise<AddedPasskey> {
  const { challenge, rp, user } = await browser.call(passkeys.postOptions);
  const { created, passkey } = createPasskey({ origin: browser.origin, rpId: rp.id }, challenge, user.id);
  return { ...passkey, listed: await browser.call(passkeys.postPasskey, { body: { name, credential: created } }) };
}

export const challengeFor = async (browser: Browser): Promise<string> =>
  (await browser.call(passkeyLogins.postAuthOptions)).challenge;

/** Signs in with a passkey and returns the answer. */
export async function signInWith(browser: Browser, passkey: Passkey, deviation?: Deviation): Promise<Answer> {
  const credential = passkey.use(await challengeFor(browser), deviation);
  return browser.ask(passkeyLogins.postAuthPasskey, { body: { credential, remember: false } });
}
