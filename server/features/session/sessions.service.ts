// Sessions: created at login, cached, and ended by logout, expiry or the member.
import type { SessionListed } from '#shared/contract/sessions.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { Tx } from '#server/db/open.ts';
import type { SessionsTable } from '#server/db/schema.ts';
import type { Caller, FindCaller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import { translatorFor } from '#server/texts/translators.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore } from './accounts.store.ts';
import { createAuditStore } from './audit.store.ts';
import { describeDevice } from './device-description.ts';
import { hashOfSecret } from './hash-of-secret.ts';
import { addKnownBrowser } from './known-browsers.service.ts';
import { createKnownBrowsersStore } from './known-browsers.store.ts';
import { createSessionsStore, type SessionRow } from './sessions.store.ts';

interface NewSession {
  readonly accountId: string;
  readonly profileId: string;
  readonly isRemembered: boolean;
  readonly byLink: boolean;
  /** The browser's User-Agent, for the list of sessions. */
  readonly device: string;
  /** The marks in the browser's cookie (known-browsers.service.ts). */
  readonly marks?: readonly string[];
}

export interface SessionsService {
  find: FindCaller;
  /** Creates a session, and makes the browser known to the account. Returns the value for the cookie: 256 random bits. */
  create(tx: Tx, session: NewSession): Promise<string>;
  /** The Max-Age of the cookie. Null if the cookie ends with the browser. */
  maxAgeSeconds(isRemembered: boolean): number | null;
  showNsfw(caller: Caller, isOn: boolean): Promise<void>;
  /** Sets the hash of the proof that later calls and sockets must contain, or removes the app lock with null. */
  setLock(caller: Caller, lockHash: string | null): Promise<void>;
  /** Stores that the caller has just confirmed by password or passkey who they are. */
  renewSignIn(caller: Caller): Promise<void>;
  /** The caller's sessions: the current one first, then the most recently used. The devices are described in this language. */
  list(caller: Caller, language: Language): Promise<SessionListed[]>;
  /** Null for a session that has already ended, perhaps by an earlier try of the same logout. */
  end(caller: Caller | null): Promise<void>;
  /** Ends a session of the caller's account and forgets its browser. Returns true if it was the current one. Problem: not-found. */
  endOne(caller: Caller, id: string): Promise<boolean>;
  /** Ends all sessions of the caller's account, the current one included, and cancels a change of its email address. */
  endEverywhere(caller: Caller, ip: string): Promise<void>;
  /** Ends all sessions of an account except `exceptHash`, and forgets their browsers. */
  endAll(tx: Tx, accountId: string, exceptHash?: string): Promise<void>;
}

/** The last use of a session is stored at most this often. */
const touchEveryMs = 60_000;
/**
 * A cached session is read again after this time, because another process may have ended it. Calls of administrators always read
 * it, since another process may have changed the roles.
 */
const rereadEveryMs = 30_000;
const maxCached = 50_000;

interface CachedSession {
  /** Present while the cookie's hash is cached. */
  cookie: string | null;
  readonly caller: Caller;
  readonly isRemembered: boolean;
  readonly endsMs: number;
  readonly readMs: number;
  idleUntilMs: number;
  touchedMs: number;
}

export function createSessionsService(world: World): SessionsService {
  const { clock, limits } = world;
  const readStore = createSessionsStore(world.db.read);
  const cache = new BoundedMap<string, CachedSession>(maxCached);
  /** The hashes of the cookies of cached sessions, because every request needs one. */
  const hashes = new BoundedMap<string, string>(maxCached);

  function forget(hash: string): void {
    const cookie = cache.get(hash)?.cookie ?? null;
    if (cookie !== null) hashes.delete(cookie);
    cache.delete(hash);
  }

  /** Incremented whenever a session ends or changes, so that a row that was read earlier is not cached. */
  let changes = 0;
  world.bus.on('sessionsEnded', ({ sessionHashes }) => {
    changes += 1;
    for (const hash of sessionHashes) forget(hash);
  });
  world.bus.on('sessionChanged', ({ accountId }) => {
    changes += 1;
    for (const [hash, { caller }] of cache) if (caller.accountId === accountId) forget(hash);
  });

  const idleMs = (isRemembered: boolean) => (isRemembered ? limits.rememberedIdleMs : limits.sessionIdleMs);

  async function read(hash: string): Promise<CachedSession | null> {
    const changesBefore = changes;
    const row = await readStore.find(hash);
    if (row === null) {
      forget(hash);
      return null;
    }
    const entry = entryOf(hash, row);
    // The cached times may be newer than the stored ones.
    const { idleUntilMs = 0, touchedMs = 0, cookie = null } = cache.get(hash) ?? {};
    entry.cookie = cookie;
    entry.idleUntilMs = Math.max(entry.idleUntilMs, idleUntilMs);
    entry.touchedMs = Math.max(entry.touchedMs, touchedMs);
    if (changes === changesBefore) cache.set(hash, entry);
    return entry;
  }

  function entryOf(hash: string, row: SessionRow): CachedSession {
    return {
      cookie: null,
      caller: {
        accountId: row.account_id,
        profileId: row.profile_id,
        roles: row.roles,
        sessionHash: hash,
        showNsfw: row.show_nsfw === 1,
        signedInMs: row.signed_in_ms,
        byLink: row.by_link === 1,
        lockHash: row.lock_hash,
      },
      isRemembered: row.is_remembered === 1,
      endsMs: row.ends_ms,
      idleUntilMs: row.idle_until_ms,
      readMs: clock.monotonic(),
      touchedMs: row.seen_ms,
    };
  }

  /** The caller of a session that was read. Null if the session has ended. */
  function callerOf(hash: string, cookie: string, entry: CachedSession): Caller | null {
    const now = clock.now();
    if (now >= entry.endsMs || now >= entry.idleUntilMs) {
      forget(hash);
      return null;
    }
    if (entry.cookie === null && cache.get(hash) === entry) {
      entry.cookie = cookie;
      hashes.set(cookie, hash);
    }
    if (now - entry.touchedMs > touchEveryMs) {
      entry.touchedMs = now;
      entry.idleUntilMs = now + idleMs(entry.isRemembered);
      const { idleUntilMs } = entry;
      world.changes.publish({ type: 'memberSeen', profileId: entry.caller.profileId });
      world.db
        .write((tx) => createSessionsStore(tx).touch(hash, now, idleUntilMs))
        .catch((error: unknown) => world.log.warn({ err: error }, 'the last use of a session could not be stored'));
    }
    return entry.caller;
  }

  async function endAll(tx: Tx, accountId: string, exceptHash?: string): Promise<void> {
    const sessions = createSessionsStore(tx);
    const hashes = (await sessions.hashesOf(accountId)).filter((hash) => hash !== exceptHash);
    await sessions.remove(hashes);
    await createKnownBrowsersStore(tx).removeAllOf(accountId, exceptHash);
    publishAfter(world, tx, { type: 'sessionsEnded', accountId, sessionHashes: hashes });
  }

  return {
    find(cookie, { rereads = false } = {}) {
      const hash = hashes.get(cookie) ?? hashOfSecret(cookie);
      const cached = cache.get(hash);
      // The row also contains uses of the session in other processes.
      const isUsable = cached !== undefined && !rereads && clock.now() < cached.idleUntilMs;
      const isRecent = isUsable && clock.monotonic() - cached.readMs < rereadEveryMs;
      return isRecent ? callerOf(hash, cookie, cached) : read(hash).then((entry) => entry && callerOf(hash, cookie, entry));
    },

    async create(tx, { accountId, profileId, isRemembered, byLink, device, marks = [] }) {
      const cookie = world.ids.secret(32);
      const now = clock.now();
      await createSessionsStore(tx).insert({
        id_hash: hashOfSecret(cookie),
        id: world.ids.uuid(),
        account_id: accountId,
        profile_id: profileId,
        is_remembered: isRemembered ? 1 : 0,
        show_nsfw: 0,
        device,
        signed_in_ms: now,
        by_link: byLink ? 1 : 0,
        seen_ms: now,
        idle_until_ms: now + idleMs(isRemembered),
        ends_ms: now + (isRemembered ? limits.maxRememberedMs : limits.maxSessionMs),
        created_ms: now,
        lock_hash: null,
      });
      await addKnownBrowser(tx, world, { accountId, sessionCookie: cookie, marks });
      return cookie;
    },

    maxAgeSeconds: (isRemembered) => (isRemembered ? limits.maxRememberedMs / 1_000 : null),

    async showNsfw(caller, isOn) {
      await world.db.write(async (tx) => {
        await createSessionsStore(tx).setShowNsfw(caller.sessionHash, isOn);
        publishAfter(world, tx, { type: 'sessionChanged', accountId: caller.accountId });
      });
    },

    async setLock({ accountId, sessionHash, lockHash: before }, lockHash) {
      await world.db.write(async (tx) => {
        if (lockHash === before) return publishAfter(world, tx, { type: 'foundStored' });
        await createSessionsStore(tx).setLock(sessionHash, lockHash);
        publishAfter(world, tx, { type: 'sessionChanged', accountId });
        publishAfter(world, tx, { type: 'sessionLocked', sessionHash });
      });
    },

    async renewSignIn({ accountId, sessionHash }) {
      await world.db.write(async (tx) => {
        await createSessionsStore(tx).renewSignIn(sessionHash, clock.now());
        publishAfter(world, tx, { type: 'sessionChanged', accountId });
      });
    },

    async list({ accountId, sessionHash }, language) {
      const translator = translatorFor(language);
      const rows = await readStore.activeOf(accountId, clock.now());
      const isCurrent = (row: SessionsTable) => row.id_hash === sessionHash;
      return [...rows.filter(isCurrent), ...rows.filter((row) => !isCurrent(row))].map((row) => ({
        id: row.id,
        device: describeDevice(row.device, translator),
        tsCreated: row.created_ms,
        tsLastUsed: row.seen_ms,
        isThis: isCurrent(row),
      }));
    },

    async end(caller) {
      await world.db.write(async (tx) => {
        if (caller === null) return publishAfter(world, tx, { type: 'foundStored' });
        const { accountId, sessionHash } = caller;
        await createSessionsStore(tx).remove([sessionHash]);
        publishAfter(world, tx, { type: 'sessionsEnded', accountId, sessionHashes: [sessionHash] });
      });
    },

    async endOne({ accountId, profileId, sessionHash }, id) {
      return world.db.write(async (tx) => {
        const sessions = createSessionsStore(tx);
        const found = await sessions.hashOf(accountId, id);
        if (found === null) throw problem('not-found');
        await sessions.remove([found]);
        await createKnownBrowsersStore(tx).removeOfSession(found, accountId);
        publishAfter(world, tx, { type: 'sessionsEnded', accountId, sessionHashes: [found] });
        // The list on the member's other devices is updated.
        publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'settings' } });
        return found === sessionHash;
      });
    },

    async endEverywhere({ accountId }, ip) {
      await world.db.write(async (tx) => {
        const entry = { id: world.ids.uuid(), accountId, what: 'signed-out-everywhere', ip, nowMs: clock.now() } as const;
        await createAuditStore(tx).add(entry);
        await endAll(tx, accountId);
        // Its link may have been mailed to somebody who was in the account.
        await createAccountsStore(tx).update(accountId, { pendingEmail: null });
      });
    },

    endAll,
  };
}
