// Logins, devices and mails that the server promises to delete, for tests: how each is inserted, and how long it may exist.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { dayMs, hourMs } from '#shared/rules/durations.ts';
import { insert, row, type Context, type Insertion, type RetentionTime } from './inserted-rows.ts';

const sessionRow = ({ member, id, nowMs }: Context, lastsMs: number) => ({
  id_hash: `hash of ${id}`,
  id,
  account_id: member.accountId,
  profile_id: member.profileId,
  is_remembered: 1,
  show_nsfw: 0,
  device: '',
  signed_in_ms: nowMs,
  by_link: 1,
  seen_ms: nowMs,
  idle_until_ms: nowMs + lastsMs,
  ends_ms: nowMs + lastsMs,
  created_ms: nowMs,
});

const deviceRow = ({ member, id, nowMs }: Context) => ({
  id,
  account_id: member.accountId,
  profile_id: member.profileId,
  session_hash: `hash of ${id}`,
  device_name: '',
  endpoint: `https://push.test/${id}`,
  expiration_ms: null,
  auth: '',
  p256dh: '',
  seen_ms: nowMs,
  created_ms: nowMs,
  origin: '',
});

/** A device with a session of this length. */
const device =
  (sessionLastsMs: number): Insertion =>
  async (context) => {
    await insert(context.world, 'sessions', sessionRow(context, sessionLastsMs));
    return row('push_subscriptions', deviceRow, ({ id }) => ({ id }))(context);
  };

const mailFile: Insertion = async ({ world, dataDir }) => {
  const files = () => readdir(path.join(dataDir, 'outbox')).catch((): string[] => []);
  const before = await files();
  await world.mail.send({
    id: 'a',
    to: 'a@example.org',
    from: { name: 'A', address: 'b@example.org' },
    subject: 'A',
    text: 'A',
  });
  const [added = ''] = (await files()).filter((name) => !before.includes(name));
  return async () => (await files()).includes(added);
};

const mailRow = ({ id, nowMs }: Context) => ({
  id,
  brand: 'hearthside',
  to_address: 'a@example.org',
  subject: '',
  body: '',
  state: 'sent',
  tries: 1,
  next_ms: nowMs,
  expires_ms: nowMs,
  created_ms: nowMs,
});

const linkRow = ({ id, nowMs }: Context) => ({
  id,
  secret_hash: id,
  kind: 'login',
  email: 'a@example.org',
  account_id: null,
  acknowledgements: 'null',
  brand: 'hearthside',
  nonce_hash: null,
  created_ms: nowMs,
  expires_ms: nowMs + hourMs / 2,
  used_ms: null,
});

const auditRow = ({ id, member, nowMs }: Context) => ({
  id,
  account_id: member.accountId,
  what: 'password-changed',
  ip: '192.0.2.1',
  created_ms: nowMs,
});

const knownBrowserRow = ({ id, member, nowMs }: Context) => ({
  mark_hash: id,
  account_id: member.accountId,
  session_hash: `hash of ${id}`,
  signed_in_ms: nowMs,
});
const mailLimitRow = ({ id, nowMs }: Context) => ({ email: id, until_ms: nowMs + 30 * dayMs });

const challengeRow = ({ id, nowMs }: Context) => ({ secret: id, until_ms: nowMs + hourMs / 12 });

const byId = ({ id }: Context) => ({ id });

export const loginRetentionTimes: readonly RetentionTime[] = [
  ['a session', 90 * dayMs, row('sessions', (context) => sessionRow(context, 90 * dayMs), byId)],
  ['a known browser', 365 * dayMs, row('known_browsers', knownBrowserRow, ({ id }) => ({ mark_hash: id }))],
  ['a limit of mails', 30 * dayMs, row('mail_limits', mailLimitRow, ({ id }) => ({ email: id }))],
  ['a push device of an ended session', 30 * dayMs, device(30 * dayMs)],
  ['an unused push device', 60 * dayMs, device(200 * dayMs)],
  ['a used challenge of a passkey', hourMs / 12, row('used_challenges', challengeRow, ({ id }) => ({ secret: id }))],
  ['a login link', 24.5 * hourMs, row('login_links', linkRow, byId)],
  ['the address of a sent mail', dayMs, row('mail_queue', mailRow, byId)],
  ['a mail in a file', dayMs, mailFile],
  ['the IP address of a change', 90 * dayMs, row('audit', auditRow, ({ id }) => ({ id, ip: null }))],
];
