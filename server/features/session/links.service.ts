// Mailed links: stored with their mail in one transaction, usable once and for a limited time.
import { timingSafeEqual } from 'node:crypto';
import { acknowledgementKeys, acknowledgementTextVersion, type Registration } from '#shared/contract/session.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore, type AcknowledgementRecord } from './accounts.store.ts';
import { linkOrigin } from './link-origin.ts';
import { createLinksStore, noSecret, type MailedLink } from './links.store.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { MailQueue } from './mail-queue.service.ts';
import { confirmEmailMail, signInMail } from './mail-texts.ts';
import type { RequestOrigin } from './request-origin.ts';
import { hashOfSecret } from './sessions.service.ts';

export interface LinksService {
  /**
   * Sends a login link to a known or unknown email address. After too many mails to the address, it stores the same rows but sends
   * no mail. Returns the requesting browser's nonce: its current one if it has one, so that each of its mails signs it in.
   * Problems: acknowledgements-missing, bad-email.
   */
  request(registration: Registration, requestedFrom: RequestOrigin, nonce: string | null): Promise<string>;
  /**
   * Sends a login link to the account's email address and returns the requesting browser's nonce.
   * Problem: unauthenticated for a deleted account.
   */
  requestForAccount(accountId: string, requestedFrom: RequestOrigin, nonce: string | null): Promise<string>;
  /** Mails the link that confirms an account's new email address. Call `queue.wake()` after the commit. */
  requestConfirmation(tx: Tx, accountId: string, newEmail: string, requestedFrom: RequestOrigin): Promise<void>;
  /**
   * Uses a link and voids the others sent to its email address. Null when the id or secret is wrong, used or expired, or when
   * the link was mailed by another brand. In a browser that did not request the link the member must confirm, because programs
   * that scan mails open links and run the pages they find.
   */
  use(tx: Tx, opening: Opening): Promise<OpenedLink | 'other-browser' | null>;
}

interface Opening {
  readonly linkId: string;
  readonly secret: string;
  readonly requestedFrom: RequestOrigin;
  /** The opening browser's nonce. */
  readonly nonce: string | null;
  readonly isConfirmed: boolean;
}

interface OpenedLink extends MailedLink {
  readonly isSameBrowser: boolean;
}

const linkIdPattern = /^[\w-]{16}$/;
const noncePattern = /^[\w-]{22}$/;

export function createLinksService(world: World, { queue }: { queue: MailQueue }): LinksService {
  const { clock, ids, limits } = world;
  const requestLimiter = createRateLimiter(clock);
  const nonceOr = (nonce: string | null): string => (nonce !== null && noncePattern.test(nonce) ? nonce : ids.secret(16));

  /** Serializes writes for an email address, so that its links are counted correctly and it gets only one account. */
  const lockAddress = (tx: Tx, email: string) => world.db.lock(tx, `address:${email}`);

  interface NewLink {
    readonly kind: MailedLink['kind'];
    readonly email: string;
    readonly accountId: string | null;
    readonly acknowledgements: AcknowledgementRecord | null;
    readonly nonce: string | null;
    readonly requestedFrom: RequestOrigin;
  }

  /** Runs the same statements for known and unknown email addresses, and for suppressed mails. */
  async function write(tx: Tx, { kind, email, accountId, acknowledgements, nonce, requestedFrom }: NewLink): Promise<void> {
    await lockAddress(tx, email);
    const links = createLinksStore(tx);
    const now = clock.now();
    const { max, perMs } = limits.rates.mailsPerAddress;
    const mailed = await links.mailedTo(email, now - Math.max(perMs, limits.loginLinkMs));
    const inWindow = mailed.filter((link) => link.created_ms > now - perMs);
    const live = mailed.filter((link) => link.used_ms === null && link.expires_ms > now);
    const isSuppressed = inWindow.length >= max || live.length >= limits.loginLinksLivePerAddress;

    const [id, secret] = [ids.secret(12), ids.secret(32)];
    const expiresMs = now + limits.loginLinkMs;
    await links.insert({
      id,
      secret_hash: isSuppressed ? noSecret : hashOfSecret(secret),
      kind,
      email,
      account_id: accountId,
      acknowledgements,
      brand: requestedFrom.brand.key,
      nonce_hash: nonce === null ? null : hashOfSecret(nonce),
      created_ms: now,
      expires_ms: expiresMs,
      used_ms: null,
    });
    const token = Buffer.from(`${id}:${secret}`).toString('base64url');
    const { publicUrl, linkStyle } = world.config;
    const link = `${linkOrigin(requestedFrom.brand, requestedFrom.host, publicUrl)}/login${linkStyle === 'query' ? '?' : '#'}token=${token}`;
    const text =
      kind === 'login'
        ? signInMail(requestedFrom.brand.mail.signInSubject, link, limits.loginLinkMs)
        : confirmEmailMail(link, limits.loginLinkMs);
    await queue.add(tx, { ...text, to: email, brandKey: requestedFrom.brand.key, expiresMs, isSuppressed });
  }

  return {
    async request({ email: typed, acknowledgements = [] }, requestedFrom, previousNonce) {
      if (!acknowledgementKeys.every((key) => acknowledgements.includes(key))) throw problem('acknowledgements-missing');
      const email = normalizeEmail(typed);
      if (email === null) throw problem('bad-email');
      const nonce = nonceOr(previousNonce);
      const record: AcknowledgementRecord = {
        accepted: acknowledgementKeys,
        textVersion: acknowledgementTextVersion,
        atMs: clock.now(),
        ip: requestedFrom.ip,
      };
      await world.db.write((tx) =>
        write(tx, { kind: 'login', email, accountId: null, acknowledgements: record, nonce, requestedFrom }),
      );
      if (!requestLimiter.take('all', limits.rates.mailsOverall).isAllowed)
        world.log.warn('unusually many login links are requested');
      queue.wake();
      return nonce;
    },

    async requestForAccount(accountId, requestedFrom, previousNonce) {
      const account = await createAccountsStore(world.db.read).find(accountId);
      if (!account || account.email === null) throw problem('unauthenticated');
      const { email } = account;
      const nonce = nonceOr(previousNonce);
      await world.db.write((tx) => write(tx, { kind: 'login', email, accountId, acknowledgements: null, nonce, requestedFrom }));
      queue.wake();
      return nonce;
    },

    requestConfirmation: (tx, accountId, newEmail, requestedFrom) =>
      write(tx, { kind: 'email', email: newEmail, accountId, acknowledgements: null, nonce: null, requestedFrom }),

    async use(tx, { linkId, secret, requestedFrom, nonce, isConfirmed }) {
      if (!linkIdPattern.test(linkId)) return null;
      const links = createLinksStore(tx);
      const link = await links.find(linkId);
      if (!link || !isSame(hashOfSecret(secret), link.secret_hash) || link.brand !== requestedFrom.brand.key) return null;
      const isSameBrowser = nonce !== null && link.nonce_hash !== null && isSame(hashOfSecret(nonce), link.nonce_hash);
      const isLive = link.used_ms === null && link.expires_ms > clock.now();
      if (isLive && !isSameBrowser && !isConfirmed) return 'other-browser';
      await lockAddress(tx, link.email);
      if (!(await links.use(linkId, clock.now()))) return null;
      await links.removeAllTo(link.email, linkId);
      return { ...link, isSameBrowser };
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
