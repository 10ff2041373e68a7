// Signs in with a passkey, and confirms by password or passkey who the caller is.
import type { RequestOptions, UsedPasskey } from '#shared/contract/passkey-logins.ts';
import type { PasskeysTable } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore, type Account } from '#server/features/session/accounts.store.ts';
import { createAuditStore } from '#server/features/session/audit.store.ts';
import type { LoginFailures } from '#server/features/session/login-failures.ts';
import type { Passwords } from '#server/features/session/passwords.ts';
import type { RequestOrigin } from '#server/features/session/request-origin.ts';
import type { SessionsService } from '#server/features/session/sessions.service.ts';
import { rpIdOf, verifyUsed } from './ceremonies.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeysStore } from './passkeys.store.ts';

interface Attempt {
  readonly credential: UsedPasskey;
  readonly isRemembered: boolean;
  readonly requestedFrom: RequestOrigin;
  /** The browser's User-Agent. */
  readonly device: string;
  /** The marks of earlier logins, from the browser's cookie (known-browsers.service.ts). */
  readonly marks: readonly string[];
}

interface Proof {
  readonly password?: string | undefined;
  readonly credential?: UsedPasskey | undefined;
}

export interface PasskeyLoginsService {
  options(requestedFrom: RequestOrigin): Promise<RequestOptions>;
  /**
   * Creates a session and returns its cookie's value. Problems: wrong-login for every failed login, too-many-requests after many
   * failures with one passkey.
   */
  signIn(attempt: Attempt): Promise<string>;
  /** Makes the caller's sign-in recent. Problems: bad-request without password and passkey, not-confirmed, too-many-requests. */
  signInAgain(caller: Caller, proof: Proof, requestedFrom: RequestOrigin): Promise<void>;
}

interface Dependencies {
  readonly sessions: SessionsService;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
}

export function createPasskeyLoginsService(world: World, { sessions, passwords, failures }: Dependencies): PasskeyLoginsService {
  const { clock, ids, limits } = world;
  const challenges = createChallenges(world);
  const purposeOf = (requestedFrom: RequestOrigin) => `sign in on ${rpIdOf(requestedFrom)}`;

  /** The used passkey with its new counter. Null if it does not belong to this site, or its reply is not valid. */
  async function verify(credential: UsedPasskey, requestedFrom: RequestOrigin): Promise<PasskeysTable | null> {
    const { clientDataJSON, userHandle } = credential.response;
    const taken = await challenges.take(purposeOf(requestedFrom), clientDataJSON);
    const row = await createPasskeysStore(world.db.read).find(credential.id);
    if (taken === null || row?.rp_id !== rpIdOf(requestedFrom)) return null;
    if (userHandle && userHandle !== row.user_handle) return null;
    const counter = await verifyUsed(credential, row, taken.challenge, requestedFrom);
    if (counter === null) return null;
    if (counter <= row.counter && row.counter > 0)
      world.log.warn(
        { passkeyId: row.id, counter, before: row.counter },
        'the counter of a passkey did not increase: it may be a copy',
      );
    return { ...row, counter };
  }

  const countedVerify = (credential: UsedPasskey, requestedFrom: RequestOrigin): Promise<PasskeysTable | null> =>
    failures.count(`passkey:${credential.id}`, () => verify(credential, requestedFrom));

  /** Runs `work` with the account if it still has the passkey, and stores that the passkey was used. */
  const withOwner = <T>(used: PasskeysTable, work: (account: Account, tx: Tx) => Promise<T>): Promise<T | null> =>
    world.db.write(async (tx) => {
      const passkey = await createPasskeysStore(tx).find(used.credential_id);
      const account = passkey?.id === used.id ? await createAccountsStore(tx).find(used.account_id) : null;
      if (account === null || account.is_test === 1) return null;
      await createPasskeysStore(tx).recordUse(used.id, used.counter, clock.now());
      return work(account, tx);
    });

  async function isPasswordOf({ accountId }: Caller, password: string): Promise<boolean> {
    const account = await createAccountsStore(world.db.read).find(accountId);
    const isRight = () => passwords.verify(account?.password_hash ?? null, password);
    return (await failures.count(`again:${accountId}`, async () => (await isRight()) || null)) !== null;
  }

  async function isPasskeyOf({ accountId }: Caller, credential: UsedPasskey, requestedFrom: RequestOrigin): Promise<boolean> {
    const used = await countedVerify(credential, requestedFrom);
    return used?.account_id === accountId && (await withOwner(used, async () => true)) === true;
  }

  return {
    options: async (requestedFrom) => ({
      challenge: await challenges.issue(purposeOf(requestedFrom)),
      rpId: rpIdOf(requestedFrom),
      userVerification: 'required',
      timeout: limits.passkeyChallengeMs,
    }),

    async signIn({ credential, isRemembered, requestedFrom, device, marks }) {
      const used = await countedVerify(credential, requestedFrom);
      const cookie =
        used &&
        (await withOwner(used, async ({ id: accountId, profile_id: profileId }, tx) => {
          const { ip } = requestedFrom;
          await createAuditStore(tx).add({ id: ids.uuid(), accountId, what: 'login-by-passkey', ip, nowMs: clock.now() });
          return sessions.create(tx, { accountId, profileId, isRemembered, byLink: false, device, marks });
        }));
      if (cookie === null) throw problem('wrong-login');
      return cookie;
    },

    async signInAgain(caller, { password, credential }, requestedFrom) {
      if (password === undefined && credential === undefined) throw problem('bad-request');
      const isProven =
        credential === undefined
          ? await isPasswordOf(caller, password ?? '')
          : await isPasskeyOf(caller, credential, requestedFrom);
      if (!isProven) throw problem('not-confirmed');
      await sessions.renewSignIn(caller);
    },
  };
}
