// A member's account settings, and the preferences that other features ask for.
import type { Preferences, Settings, SettingsChange } from '#shared/contract/settings.ts';
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem, specialProblem } from '#server/http/problems.ts';
import { createRateLimiter } from '#server/http/rate-limits.ts';
import { isRecentSignIn, requireRecentSignIn } from '#server/http/recent-sign-in.ts';
import { translatorFor, type Translator } from '#server/texts/translators.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import { createAccountsStore, lockAccount, type Account } from '#server/features/session/accounts.store.ts';
import { createAuditStore, type AuditedEvent } from '#server/features/session/audit.store.ts';
import type { LinksService } from '#server/features/session/links.service.ts';
import { createLinksStore } from '#server/features/session/links.store.ts';
import { normalizeEmail } from '#server/features/session/normalize-email.ts';
import type { MailQueue } from '#server/features/session/mail-queue.service.ts';
import { emailChangeNotice, passwordChangeNotice, type MailText } from '#server/features/session/mail-texts.ts';
import type { Passwords } from '#server/features/session/passwords.ts';
import type { RequestOrigin } from '#server/features/session/request-origin.ts';
import type { SessionsService } from '#server/features/session/sessions.service.ts';
import { requireSession } from '#server/features/session/sessions.store.ts';
import { isWeakPassword } from './password-policy.ts';
import { defaultPreferences, preferencesFrom } from './preferences.ts';
import type { PushSubscriptionsService } from './push-subscriptions.service.ts';

export interface SettingsService {
  find(caller: Caller): Promise<Settings>;
  /**
   * Changes the given fields. Saving a pending email address sends its link again. Problems: reauth for a password without a recent
   * sign-in by link and for a new email address without any recent sign-in, weak-password, bad-email, bad-push-endpoint,
   * too-many-devices, too-many-requests after several email changes.
   */
  change(caller: Caller, change: SettingsChange, requestedFrom: RequestOrigin): Promise<Settings>;
  /** Shows private pictures to members with a grant, if nobody sees them. */
  admitGranted(tx: Tx, profileId: string): Promise<void>;
  /** Cached. An unknown profile has the defaults. */
  preferencesOf(profileId: string): Promise<Preferences>;
}

interface Dependencies {
  readonly sessions: SessionsService;
  readonly links: LinksService;
  readonly passwords: Passwords;
  readonly queue: MailQueue;
  readonly subscriptions: PushSubscriptionsService;
  /** The member's volunteer credits. */
  readonly creditsOf: (profileId: string) => Promise<number>;
}

const noticeExpiresMs = dayMs;
const maxCachedPreferences = 50_000;

export function createSettingsService(world: World, dependencies: Dependencies): SettingsService {
  const { bus, clock, limits } = world;
  const rates = createRateLimiter(world.limitCounts);
  const cached = new BoundedMap<string, Promise<Preferences>>(maxCachedPreferences);
  bus.on('settingsChanged', ({ profileId }) => cached.delete(profileId));
  bus.on('profileDeleted', ({ profileId }) => cached.delete(profileId));

  async function find(caller: Caller): Promise<Settings> {
    const accounts = createAccountsStore(world.db.read);
    const account = await accounts.find(caller.accountId);
    if (!account) throw problem('unauthenticated');
    // Does not read the links to the new address: its owner's login removes them, which would disclose that they have an account.
    const isPending =
      account.pending_email !== null &&
      (await createAuditStore(world.db.read).happenedAfter(
        account.id,
        'email-change-asked',
        clock.now() - limits.maxLoginLinkMs,
      ));
    const chosen = preferencesFrom(account.preferences);
    return {
      ...chosen,
      defaultProfileId: account.profile_id,
      roles: [...account.roles],
      name: account.name,
      email: account.email ?? '',
      pendingEmail: isPending ? account.pending_email : null,
      hasPassword: account.password_hash !== null,
      pushSubscriptions: await dependencies.subscriptions.list(account.id),
      applicationServerKey: world.pushKeys.publicKey,
      volunteerCredits: await dependencies.creditsOf(account.profile_id),
      showNsfw: caller.showNsfw,
      asksAudience: chosen.privatePictures === null && (await accounts.hasPrivatePictures(account.profile_id)),
    };
  }

  /** The hash of a valid new password. Null if no password is given. */
  async function newPasswordHash(caller: Caller, password: string | undefined, email: string): Promise<string | null> {
    if (password === undefined || password === '') return null;
    if (!caller.byLink || !isRecentSignIn(world, caller)) throw specialProblem('passwordByLink');
    const brandNames = world.brands.all.flatMap((brand) => [brand.name, brand.shortName, brand.productLabel]);
    if (isWeakPassword(password, { email, brandNames })) throw problem('weak-password');
    return dependencies.passwords.hash(password);
  }

  /** The new email address. Null if none is given, or the account already has it. */
  async function changedEmail(caller: Caller, typed: string | undefined, account: Account | null): Promise<string | null> {
    if (typed === undefined) return null;
    const email = normalizeEmail(typed);
    if (email === null) throw problem('bad-email');
    if (email === account?.email) return null;
    // Sending the link again changes nothing, so it needs no recent sign-in.
    if (email !== account?.pending_email) requireRecentSignIn(world, caller);
    await rates.takeOrThrow(`email-changes:${caller.accountId}`, limits.rates.addressChanges);
    return email;
  }

  const audit = (tx: Tx, accountId: string, what: AuditedEvent, { ip }: RequestOrigin) =>
    createAuditStore(tx).add({ id: world.ids.uuid(), accountId, what, ip, nowMs: clock.now() });

  async function notify(
    tx: Tx,
    { email }: Account,
    text: (translator: Translator) => MailText,
    from: RequestOrigin,
  ): Promise<void> {
    if (email === null) return;
    const content = text(translatorFor(from.language));
    await dependencies.queue.add(tx, {
      ...content,
      to: email,
      brandKey: from.brand.key,
      expiresMs: clock.now() + noticeExpiresMs,
    });
  }

  /** Also ends all other sessions, voids unused links and cancels a pending email change. */
  async function setPassword(
    tx: Tx,
    caller: Caller,
    account: Account,
    passwordHash: string,
    requestedFrom: RequestOrigin,
  ): Promise<void> {
    await createAccountsStore(tx).update(account.id, { passwordHash, pendingEmail: null });
    if (account.email !== null) await createLinksStore(tx).removeMailedTo(account.email, clock.now());
    await audit(tx, account.id, 'password-changed', requestedFrom);
    await notify(tx, account, passwordChangeNotice, requestedFrom);
    await dependencies.sessions.endAll(tx, account.id, caller.sessionHash);
  }

  async function setPendingEmail(tx: Tx, account: Account, pendingEmail: string, requestedFrom: RequestOrigin): Promise<void> {
    await createAccountsStore(tx).update(account.id, { pendingEmail });
    await dependencies.links.requestConfirmation(tx, account.id, pendingEmail, requestedFrom);
    await audit(tx, account.id, 'email-change-asked', requestedFrom);
    await notify(tx, account, emailChangeNotice, requestedFrom);
  }

  /** Afterwards the mailed link finds no pending email address and is refused. */
  async function cancelPendingEmail(tx: Tx, account: Account): Promise<void> {
    if (account.pending_email !== null) await createAccountsStore(tx).update(account.id, { pendingEmail: null });
  }

  return {
    find,

    async change(caller, change, requestedFrom) {
      const before = await createAccountsStore(world.db.read).find(caller.accountId);
      const passwordHash = await newPasswordHash(caller, change.password, before?.email ?? '');
      const newEmail = await changedEmail(caller, change.email, before);
      const changedPreferences = preferencesIn(change);

      await world.db.write(async (tx) => {
        await lockAccount(world, tx, caller.profileId);
        const accounts = createAccountsStore(tx);
        const account = await accounts.find(caller.accountId);
        if (!account) throw problem('unauthenticated');
        await accounts.update(account.id, {
          name: change.name ?? account.name,
          preferences: { ...account.preferences, ...changedPreferences },
        });
        if (passwordHash !== null || newEmail !== null) await requireSession(tx, caller);
        if (passwordHash !== null) await setPassword(tx, caller, account, passwordHash, requestedFrom);
        if (newEmail !== null) await setPendingEmail(tx, account, newEmail, requestedFrom);
        else if (change.pendingEmail === null) await cancelPendingEmail(tx, account);
        if (change.pushSubscriptions)
          await dependencies.subscriptions.replace(tx, caller, change.pushSubscriptions, requestedFrom);
        const { accountId, profileId } = caller;
        if (Object.keys(changedPreferences).length > 0)
          publishAfter(world, tx, {
            type: 'settingsChanged',
            accountId,
            profileId,
            ...(change.showOnline === undefined ? {} : { showOnline: change.showOnline }),
            ...(change.privatePictures === undefined
              ? {}
              : {
                  privatePictures: {
                    before: preferencesFrom(account.preferences).privatePictures,
                    now: change.privatePictures,
                  },
                }),
          });
        publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'settings' } });
      });

      const { hide } = change;
      if (Object.keys(changedPreferences).length > 0)
        await world.bus.apply({
          type: 'preferencesStored',
          profileId: caller.profileId,
          ...(hide === undefined ? {} : { hide }),
        });
      dependencies.queue.wake();
      return find(caller);
    },

    async admitGranted(tx, profileId) {
      await lockAccount(world, tx, profileId);
      const accounts = createAccountsStore(tx);
      const account = await accounts.findByProfile(profileId);
      if (!account) return;
      const { privatePictures: before } = preferencesFrom(account.preferences);
      if (before === 'granted' || before === 'everyone') return;
      const now = 'granted';
      await accounts.update(account.id, { preferences: { ...account.preferences, privatePictures: now } });
      const privatePictures = { before, now } as const;
      publishAfter(world, tx, { type: 'settingsChanged', accountId: account.id, profileId, privatePictures });
      publishAfter(world, tx, { type: 'deliver', profileId, event: { type: 'settings' } });
    },

    preferencesOf(profileId) {
      const known = cached.get(profileId);
      if (known) return known;
      const read = createAccountsStore(world.db.read)
        .findByProfile(profileId)
        .then((account) => preferencesFrom(account?.preferences ?? {}));
      read.catch(() => cached.delete(profileId));
      cached.set(profileId, read);
      return read;
    },
  };
}

/** The preferences among the changed fields. */
function preferencesIn(change: SettingsChange): Partial<Preferences> {
  const names = Object.keys(defaultPreferences);
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => names.includes(name) && value !== undefined));
}
