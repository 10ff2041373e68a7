// Mailed links. A link is stored together with its mail, and works once and for a limited time.
import { timingSafeEqual } from 'node:crypto';
import { acknowledgementKeys, acknowledgementTextVersion, type Registration } from '#shared/contract/session.ts';
import type { Tx } from '#server/db/open.ts';
import { problem } from '#server/http/problems.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { translatorFor } from '#server/texts/translators.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore, type AcknowledgementRecord } from './accounts.store.ts';
import { hashOfSecret } from './hash-of-secret.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import { linkOrigin } from './link-origin.ts';
import { nextLink } from './link-timing.ts';
import { createLinksStore, noSecret, type MailedLink } from './links.store.ts';
import type { MailLimitsService } from './mail-limits.service.ts';
import { createMailLimitsStore } from './mail-limits.store.ts';
import type { MailQueue } from './mail-queue.service.ts';
import { confirmEmailMail, signInMail, type MailText } from './mail-texts.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { RequestOrigin } from './request-origin.ts';

interface RequestingBrowser {
  readonly nonce: string | null;
  /** The marks in the browser's cookie (known-browsers.service.ts). */
  readonly marks: readonly string[];
}

export interface LinksService {
  /**
   * Sends a login link to a known or unknown email address, at the time that `nextLink` says. Stores the same rows if no mail is
   * sent. Returns the requesting browser's nonce: its current one if it has one, so that each of its mails signs it in.
   * Problems: acknowledgements-missing, bad-email.
   */
  request(registration: Registration, requestedFrom: RequestOrigin, browser: RequestingBrowser): Promise<string>;
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

interface Dependencies {
  readonly queue: MailQueue;
  readonly knownBrowsers: KnownBrowsersService;
  readonly mailLimits: MailLimitsService;
}

export function createLinksService(world: World, { queue, knownBrowsers, mailLimits }: Dependencies): LinksService {
  const { clock, ids, limits } = world;
  const rates = createRateLimiter(world.limitCounts);
  const nonceOr = (nonce: string | null): string => (nonce !== null && noncePattern.test(nonce) ? nonce : ids.secret(16));

  /** Serializes writes for an email address, so that its links are counted correctly and it gets only one account. */
  const lockAddress = (tx: Tx, email: string) => world.db.lock(tx, `address:${email}`);

  const isAllowedAtOnce = async (who: string): Promise<boolean> =>
    (await rates.take(`links-at-once:${who}`, limits.rates.linksToKnownBrowser)).isAllowed;

  interface NewLink {
    readonly kind: MailedLink['kind'];
    readonly email: string;
    readonly accountId: string | null;
    readonly acknowledgements: AcknowledgementRecord | null;
    readonly nonce: string | null;
    readonly requestedFrom: RequestOrigin;
    readonly byKnownBrowser: boolean;
  }

  /** Runs the same statements for known and unknown email addresses, and for mails that are not sent. */
  async function write(tx: Tx, link: NewLink): Promise<void> {
    const { kind, email, nonce, requestedFrom, byKnownBrowser } = link;
    const links = createLinksStore(tx);
    const nowMs = clock.now();
    const last = await links.lastTo(email, kind, requestedFrom.brand.key);
    const isLimited = await createMailLimitsStore(tx).isLimited(email, nowMs);
    const times = nextLink(last, { nowMs, byKnownBrowser, isLimited }, limits);
    const { startMs, endMs } = times ?? { startMs: nowMs, endMs: nowMs + limits.loginLinkMs };
    const isSuppressed = times === null;

    const [id, secret] = [ids.secret(12), ids.secret(32)];
    await links.insert({
      id,
      secret_hash: isSuppressed ? noSecret : hashOfSecret(secret),
      kind,
      // Rows of suppressed mails have no address, so that a flood of requests does not slow down the search for its links.
      email: isSuppressed && kind === 'login' ? '' : email,
      account_id: link.accountId,
      acknowledgements: link.acknowledgements,
      brand: requestedFrom.brand.key,
      nonce_hash: nonce === null ? null : hashOfSecret(nonce),
      created_ms: startMs,
      expires_ms: endMs,
      used_ms: null,
    });
    const text = textOf(link, Buffer.from(`${id}:${secret}`).toString('base64url'), endMs - startMs);
    const due = byKnownBrowser ? 'first' : startMs;
    await queue.add(tx, { id, ...text, to: email, brandKey: requestedFrom.brand.key, due, expiresMs: endMs, isSuppressed });
  }

  function textOf(
    { kind, email, requestedFrom: { brand, host, language } }: NewLink,
    token: string,
    lifetimeMs: number,
  ): MailText {
    const { publicUrl, linkStyle } = world.config;
    const origin = linkOrigin(brand, host, publicUrl);
    const mail = {
      link: `${origin}/login${linkStyle === 'query' ? '?' : '#'}token=${token}`,
      unwantedLink: `${origin}/unwanted-emails${linkStyle === 'query' ? '?' : '#'}for=${mailLimits.tokenFor(email)}`,
      lifetimeMs,
    };
    const translator = translatorFor(language);
    return kind === 'login' ? signInMail(translator, brand.mail.signInSubject, mail) : confirmEmailMail(translator, mail);
  }

  return {
    async request({ email: typed, acknowledgements = [] }, requestedFrom, browser) {
      if (!acknowledgementKeys.every((key) => acknowledgements.includes(key))) throw problem('acknowledgements-missing');
      const email = normalizeEmail(typed);
      if (email === null) throw problem('bad-email');
      const nonce = nonceOr(browser.nonce);
      const record: AcknowledgementRecord = {
        accepted: acknowledgementKeys,
        textVersion: acknowledgementTextVersion,
        atMs: clock.now(),
        ip: requestedFrom.ip,
      };
      const mark = await knownBrowsers.markFor(email, browser.marks);
      const byKnownBrowser = mark !== null && (await isAllowedAtOnce(mark));
      await world.db.write(async (tx) => {
        await lockAddress(tx, email);
        await write(tx, {
          kind: 'login',
          email,
          accountId: null,
          acknowledgements: record,
          nonce,
          requestedFrom,
          byKnownBrowser,
        });
      });
      const { isAllowed } = await rates.take('links-to-all', limits.rates.mailsOverall);
      if (!isAllowed) world.log.warn('unusually many login links are requested');
      queue.wake();
      return nonce;
    },

    async requestForAccount(accountId, requestedFrom, previousNonce) {
      const account = await createAccountsStore(world.db.read).find(accountId);
      if (!account || account.email === null) throw problem('unauthenticated');
      const { email } = account;
      const nonce = nonceOr(previousNonce);
      const byKnownBrowser = await isAllowedAtOnce(accountId);
      await world.db.write(async (tx) => {
        await lockAddress(tx, email);
        await write(tx, { kind: 'login', email, accountId, acknowledgements: null, nonce, requestedFrom, byKnownBrowser });
      });
      queue.wake();
      return nonce;
    },

    async requestConfirmation(tx, accountId, email, requestedFrom) {
      await lockAddress(tx, email);
      const unused = { acknowledgements: null, nonce: null, byKnownBrowser: false };
      await write(tx, { kind: 'email', email, accountId, requestedFrom, ...unused });
    },

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
      await links.removeMailedTo(link.email, clock.now(), linkId);
      return { ...link, isSameBrowser };
    },
  };
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
