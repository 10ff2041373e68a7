// Signs in with a mailed link, or with email address and password. The first link to an address creates its account.
import { problem } from '#server/http/problems.ts';
import type { Tx } from '#server/db/open.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore, lockAccount, type Account } from './accounts.store.ts';
import { createAuditStore, type AuditedEvent } from './audit.store.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { LinksService } from './links.service.ts';
import { createLinksStore, type MailedLink } from './links.store.ts';
import type { LoginFailures } from './login-failures.ts';
import { normalizeEmail } from './normalize-email.ts';
import type { Passwords } from './passwords.ts';
import type { RequestOrigin } from './request-origin.ts';
import type { SessionsService } from './sessions.service.ts';

interface Attempt {
  /** An email address, or the id of a mailed link. */
  readonly username: string;
  /** The account's password, or the link's secret. */
  readonly password: string;
  readonly isRemembered: boolean;
  readonly requestedFrom: RequestOrigin;
  readonly device: string;
  /** Set in the browser that requested a link. */
  readonly nonce: string | null;
  /** The marks in the browser's cookie (known-browsers.service.ts). */
  readonly marks: readonly string[];
  /** True if the member clicked Log in on the link's page. */
  readonly isConfirmed: boolean;
}

export interface LoginsService {
  /**
   * Creates a session and returns its cookie's value. Problems: wrong-login for every failed login, too-many-requests after many wrong
   * passwords for one email address, overloaded while many passwords are being verified, email-taken when the confirmed email
   * address belongs to another account, other-browser for a link that needs a click.
   */
  signIn(attempt: Attempt): Promise<string>;
}

interface Dependencies {
  readonly sessions: SessionsService;
  readonly links: LinksService;
  readonly passwords: Passwords;
  readonly failures: LoginFailures;
  readonly knownBrowsers: Pick<KnownBrowsersService, 'markFor'>;
}

type Outcome = { readonly cookie: string } | 'wrong-login' | 'email-taken' | 'other-browser';

export function createLoginsService(
  world: World,
  { sessions, links, passwords, failures, knownBrowsers }: Dependencies,
): LoginsService {
  async function createSession(tx: Tx, account: Account, byLink: boolean, what: AuditedEvent, attempt: Attempt): Promise<string> {
    const cookie = await sessions.create(tx, {
      accountId: account.id,
      profileId: account.profile_id,
      isRemembered: attempt.isRemembered,
      byLink,
      device: attempt.device,
      marks: attempt.marks,
    });
    await audit(tx, account.id, what, attempt.requestedFrom.ip);
    return cookie;
  }

  const audit = (tx: Tx, accountId: string, what: AuditedEvent, ip: string) =>
    createAuditStore(tx).add({ id: world.ids.uuid(), accountId, what, ip, nowMs: world.clock.now() });

  async function signInByLink(tx: Tx, attempt: Attempt): Promise<Outcome> {
    const link = await links.use(tx, { ...attempt, linkId: attempt.username, secret: attempt.password });
    if (link === 'other-browser') return link;
    if (!link) return 'wrong-login';
    const what = link.isSameBrowser ? 'login-by-link-same-browser' : 'login-by-link-other-browser';

    if (link.kind === 'email') {
      const confirmed = await confirmEmail(tx, link, attempt.requestedFrom.ip);
      if (typeof confirmed === 'string') return confirmed;
      publishAfter(world, tx, { type: 'deliver', profileId: confirmed.profile_id, event: { type: 'settings' } });
      return { cookie: await createSession(tx, confirmed, true, what, attempt) };
    }
    const account = await findOrCreateAccount(tx, link, attempt.requestedFrom.ip);
    if (account === null || account.is_test === 1) return 'wrong-login';
    return { cookie: await createSession(tx, account, true, what, attempt) };
  }

  /**
   * Returns null if the link was requested by a member whose account has since been deleted: nobody accepted the acknowledgements
   * for a new one.
   */
  async function findOrCreateAccount(tx: Tx, link: MailedLink, ip: string): Promise<Account | null> {
    const accounts = createAccountsStore(tx);
    const record = link.acknowledgements;
    const known = await accounts.findByEmail(link.email);
    if (known) {
      const isNewText = record !== null && known.acknowledgements.at(-1)?.textVersion !== record.textVersion;
      if (isNewText) await accounts.update(known.id, { acknowledgements: [...known.acknowledgements, record] });
      return known;
    }
    if (link.account_id !== null) return null;
    const [id, profileId] = [world.ids.uuid(), world.ids.uuid()];
    const acknowledgements = record ? [record] : [];
    await accounts.insert({ id, profileId, email: link.email, acknowledgements, nowMs: world.clock.now() });
    await audit(tx, id, 'account-created', ip);
    const created = await accounts.find(id);
    if (!created) throw new Error('The account was not stored.');
    return created;
  }

  async function confirmEmail(tx: Tx, link: MailedLink, ip: string): Promise<Account | 'wrong-login' | 'email-taken'> {
    const accounts = createAccountsStore(tx);
    const account = link.account_id === null ? null : await accounts.find(link.account_id);
    if (account?.pending_email !== link.email) return 'wrong-login';
    // The address stays pending, because the member who asked for it would otherwise learn that it belongs to another account.
    if (await accounts.findByEmail(link.email)) return 'email-taken';
    if (!(await accounts.takePendingEmail(account.id, link.email))) return 'wrong-login';
    if (account.email !== null) await createLinksStore(tx).removeMailedTo(account.email, world.clock.now());
    await accounts.update(account.id, { email: link.email });
    await audit(tx, account.id, 'email-changed', ip);
    return account;
  }

  async function signInByPassword(attempt: Attempt): Promise<Outcome> {
    const email = normalizeEmail(attempt.username);
    const mark = email === null ? null : await knownBrowsers.markFor(email, attempt.marks);
    const account = await failures.count(mark ?? email ?? attempt.username, async () => {
      const found = email === null ? null : await createAccountsStore(world.db.read).findByEmail(email);
      const isRight = await passwords.verify(found?.password_hash ?? null, attempt.password);
      return isRight && found?.is_test === 0 ? found : null;
    });
    if (account === null) return 'wrong-login';
    return world.db.write(async (tx): Promise<Outcome> => {
      await lockAccount(world, tx, account.profile_id);
      const current = await createAccountsStore(tx).find(account.id);
      // The account was changed or deleted while the password was checked.
      if (current?.password_hash !== account.password_hash || current.email !== account.email) return 'wrong-login';
      return { cookie: await createSession(tx, current, false, 'login-by-password', attempt) };
    });
  }

  return {
    async signIn(attempt) {
      const outcome = attempt.username.includes('@')
        ? await signInByPassword(attempt)
        : await world.db.write((tx) => signInByLink(tx, attempt));
      if (typeof outcome === 'string') throw problem(outcome);
      return outcome.cookie;
    },
  };
}
