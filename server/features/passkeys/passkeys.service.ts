// Adds, lists, renames and removes a member's passkeys.
import type { CreatedPasskey, CreationOptions, PasskeyListed } from '#shared/contract/passkeys.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { PasskeysTable } from '#server/db/schema.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { requireRecentSignIn } from '#server/http/recent-sign-in.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { createAuditStore, type AuditedEvent } from '#server/features/session/audit.store.ts';
import type { MailQueue } from '#server/features/session/mail-queue.service.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { passkeyAddedNotice } from '#server/features/session/mail-texts.ts';
import type { RequestOrigin } from '#server/features/session/request-origin.ts';
import { requireSession } from '#server/features/session/sessions.store.ts';
import { algorithms, rpIdOf, verifyCreated } from './ceremonies.ts';
import { createChallenges } from './challenges.ts';
import { createPasskeysStore } from './passkeys.store.ts';

export interface PasskeysService {
  /** Newest first. */
  list(caller: Caller, requestedFrom: RequestOrigin): Promise<PasskeyListed[]>;
  /** Problem: too-many-passkeys. */
  options(caller: Caller, requestedFrom: RequestOrigin): Promise<CreationOptions>;
  /** Also mails a notice to the member. Problems: bad-passkey, too-many-passkeys. */
  add(caller: Caller, added: { name: string; credential: CreatedPasskey }, requestedFrom: RequestOrigin): Promise<PasskeyListed>;
  /** Problem: not-found. */
  rename(caller: Caller, id: string, name: string, requestedFrom: RequestOrigin): Promise<PasskeyListed>;
  /** Problems: not-found, reauth for the last passkey if the caller has not signed in recently. */
  remove(caller: Caller, id: string, requestedFrom: RequestOrigin): Promise<void>;
  removeAll(caller: Caller, requestedFrom: RequestOrigin): Promise<void>;
}

const noticeExpiresMs = dayMs;

export function createPasskeysService(world: World, { queue }: { queue: MailQueue }): PasskeysService {
  const { clock, ids, limits } = world;
  const challenges = createChallenges(world);
  const purposeOf = ({ sessionHash }: Caller, requestedFrom: RequestOrigin) =>
    `add to ${sessionHash} on ${rpIdOf(requestedFrom)}`;

  const listed = (row: PasskeysTable, requestedFrom: RequestOrigin): PasskeyListed => ({
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    tsCreated: row.created_ms,
    tsLastUsed: row.used_ms,
    isForThisSite: row.rp_id === rpIdOf(requestedFrom),
  });

  const requireRoom = (rows: readonly PasskeysTable[]): void => {
    if (rows.length >= limits.maxPasskeys) throw problem('too-many-passkeys');
  };

  const audit = (tx: Tx, accountId: string, what: AuditedEvent, { ip }: RequestOrigin) =>
    createAuditStore(tx).add({ id: ids.uuid(), accountId, what, ip, nowMs: clock.now() });

  /** Changes one account's passkeys, one change after the other. Then updates the list on the account's devices. */
  async function change<T>({ accountId, profileId }: Caller, work: (tx: Tx) => Promise<T>): Promise<T> {
    return world.db.write(async (tx) => {
      await world.db.lock(tx, `passkeys:${accountId}`);
      publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'settings' } });
      return work(tx);
    });
  }

  return {
    async list({ accountId }, requestedFrom) {
      return (await createPasskeysStore(world.db.read).listOf(accountId)).map((row) => listed(row, requestedFrom));
    },

    async options(caller, requestedFrom) {
      const account = await createAccountsStore(world.db.read).find(caller.accountId);
      if (account === null) throw problem('unauthenticated');
      const rows = await createPasskeysStore(world.db.read).listOf(account.id);
      requireRoom(rows);
      const { brand } = requestedFrom;
      const rpId = rpIdOf(requestedFrom);
      const onThisSite = rows.filter((row) => row.rp_id === rpId);
      const userHandle = onThisSite[0]?.user_handle ?? ids.secret(32);
      const name = account.email ?? brand.shortName;
      return {
        challenge: await challenges.issue(purposeOf(caller, requestedFrom), userHandle),
        rp: { id: rpId, name: brand.shortName },
        user: { id: userHandle, name, displayName: name },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: onThisSite.map((row) => ({
          type: 'public-key' as const,
          id: row.credential_id,
          transports: JSON.parse(row.transports) as string[],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout: limits.passkeyChallengeMs,
      };
    },

    async add(caller, { name, credential }, requestedFrom) {
      const taken = await challenges.take(purposeOf(caller, requestedFrom), credential.response.clientDataJSON);
      const created = taken && (await verifyCreated(credential, taken.challenge, requestedFrom));
      if (!created) throw problem('bad-passkey');
      const row: PasskeysTable = {
        id: ids.uuid(),
        account_id: caller.accountId,
        rp_id: rpIdOf(requestedFrom),
        credential_id: created.id,
        public_key: created.publicKey,
        user_handle: taken.note,
        counter: created.counter,
        transports: JSON.stringify(credential.response.transports ?? []),
        name,
        used_ms: null,
        created_ms: clock.now(),
      };
      await change(caller, async (tx) => {
        const account = await createAccountsStore(tx).find(caller.accountId);
        if (account === null) throw problem('unauthenticated');
        await requireSession(tx, caller);
        requireRoom(await createPasskeysStore(tx).listOf(account.id));
        if (!(await createPasskeysStore(tx).insert(row))) throw problem('bad-passkey');
        await audit(tx, account.id, 'passkey-added', requestedFrom);
        const text = passkeyAddedNotice(translatorFor(requestedFrom.language));
        const mail = { ...text, brandKey: requestedFrom.brand.key, expiresMs: clock.now() + noticeExpiresMs };
        if (account.email !== null) await queue.add(tx, { ...mail, to: account.email });
      });
      queue.wake();
      return listed(row, requestedFrom);
    },

    async rename(caller, id, name, requestedFrom) {
      const renamed = await change(caller, (tx) => createPasskeysStore(tx).rename(caller.accountId, id, name));
      if (renamed === null) throw problem('not-found');
      return listed(renamed, requestedFrom);
    },

    async remove(caller, id, requestedFrom) {
      await change(caller, async (tx) => {
        const rows = await createPasskeysStore(tx).listOf(caller.accountId);
        if (!rows.some((row) => row.id === id)) throw problem('not-found');
        if (rows.length === 1) requireRecentSignIn(world, caller);
        await createPasskeysStore(tx).remove([id]);
        await audit(tx, caller.accountId, 'passkey-removed', requestedFrom);
      });
    },

    async removeAll(caller, requestedFrom) {
      await change(caller, async (tx) => {
        const rows = await createPasskeysStore(tx).listOf(caller.accountId);
        await createPasskeysStore(tx).remove(rows.map((row) => row.id));
        for (const _row of rows) await audit(tx, caller.accountId, 'passkey-removed', requestedFrom);
      });
    },
  };
}
