// Recognises browsers that have signed in to an account before, by a mark in a cookie. A logout removes it, unless the browser is
// to stay known.
import type { Tx } from '#server/db/open.ts';
import { maxMarks } from '#server/http/known-browser-cookie.ts';
import type { World } from '#server/world.ts';
import { hashOfSecret } from './hash-of-secret.ts';
import { createKnownBrowsersStore } from './known-browsers.store.ts';

/** The mark for a session's browser. It cannot be computed from the stored hash of the cookie. */
const markOf = (sessionCookie: string): string => hashOfSecret(`known browser ${sessionCookie}`);

/** Always the same number of hashes, so that the statement is the same for every browser. */
const hashesOf = (marks: readonly string[]): string[] => Array.from({ length: maxMarks }, (_, i) => hashOfSecret(marks[i] ?? ''));

interface SignedIn {
  readonly accountId: string;
  readonly sessionCookie: string;
  /** The marks in the browser's cookie. */
  readonly marks: readonly string[];
}

/** Stores a mark for the browser of a session, in place of its earlier one for the account. */
export async function addKnownBrowser(tx: Tx, { clock, limits }: World, signedIn: SignedIn): Promise<void> {
  const { accountId, sessionCookie, marks } = signedIn;
  const store = createKnownBrowsersStore(tx);
  await store.removeOf(accountId, hashesOf(marks));
  await store.insert({
    mark_hash: hashOfSecret(markOf(sessionCookie)),
    account_id: accountId,
    session_hash: hashOfSecret(sessionCookie),
    signed_in_ms: clock.now(),
  });
  await store.removeOldest(accountId, limits.maxKnownBrowsers);
}

export interface KnownBrowsersService {
  /** The hash of the browser's mark for the account with this email address. The statement is the same for every address. */
  markFor(email: string, marks: readonly string[]): Promise<string | null>;
  /** An account that the browser has signed in to; null when there is none. */
  accountOf(marks: readonly string[]): Promise<string | null>;
  /** The marks for the browser's cookie after a login, without those that are no longer valid. */
  marksAfter(sessionCookie: string, marks: readonly string[]): Promise<string[]>;
  /** Makes the browser known, at a logout after which it is to stay known. Its session may have begun before marks existed. */
  keep(signedIn: SignedIn): Promise<void>;
  forget(marks: readonly string[]): Promise<void>;
}

export function createKnownBrowsersService(world: World): KnownBrowsersService {
  const sinceMs = (): number => world.clock.now() - world.limits.knownBrowserMs;
  const readStore = createKnownBrowsersStore(world.db.read);

  return {
    async markFor(email, marks) {
      const found = await readStore.find(hashesOf(marks), sinceMs());
      return found.find((row) => row.email === email)?.mark_hash ?? null;
    },

    async accountOf(marks) {
      if (marks.length === 0) return null;
      return (await readStore.find(hashesOf(marks), sinceMs()))[0]?.account_id ?? null;
    },

    async marksAfter(sessionCookie, marks) {
      const own = markOf(sessionCookie);
      const known = new Set((await readStore.find(hashesOf(marks), sinceMs())).map((row) => row.mark_hash));
      const others = marks.filter((mark) => mark !== own && known.has(hashOfSecret(mark)));
      return [own, ...others].slice(0, maxMarks);
    },

    keep: (signedIn) => world.db.write((tx) => addKnownBrowser(tx, world, signedIn)),

    async forget(marks) {
      if (marks.length > 0) await world.db.write((tx) => createKnownBrowsersStore(tx).remove(hashesOf(marks)));
    },
  };
}
