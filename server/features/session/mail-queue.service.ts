// Sends the mails that were put into the database with the write that caused them: one at a time, again until taken or too late.
import { isTestUserAddress } from '#shared/rules/test-users.ts';
import type { Tx } from '#server/db/open.ts';
import { MailError } from '#server/outside/mail.ts';
import type { World } from '#server/world.ts';
import type { MailText } from './mail-texts.ts';
import { createMailQueueStore, type QueuedMail } from './mail-queue.store.ts';

interface OutgoingMail extends MailText {
  /** That of the message of the contact form which it brings; its own without one. */
  readonly id?: string;
  readonly to: string;
  /** Key of the brand in whose name it goes out. */
  readonly brandKey: string;
  /** After this time it is of no use and given up. */
  readonly expiresMs: number;
  /** Leaves the same row behind but is never sent: for an address that gets enough mails already. */
  readonly isSuppressed?: boolean;
}

export interface MailQueue {
  /** Puts a mail into the transaction; call `wake` after its commit. */
  add(tx: Tx, mail: OutgoingMail): Promise<void>;
  /** Looks for due mails now. Those that wait from before a restart are found by themselves. */
  wake(): void;
  /** Lets the mail that is on its way arrive, but not for long. */
  close(): Promise<void>;
}

const firstDelayMs = 5_000;
const longestDelayMs = 300_000;
/** Longer than a try can take: after a crash in the middle of one, the mail is tried again then. */
const claimMs = 60_000;
const longestSleepMs = 60_000;
const closeMs = 5_000;

/** How long to wait after the nth try that failed (1 is the first): 5 s, doubling to 5 min. */
export const mailDelayMs = (tries: number): number => Math.min(firstDelayMs * 2 ** (tries - 1), longestDelayMs);

/** Starts the queue; what waits is sent at once. */
export function openMailQueue(world: World): MailQueue {
  const { clock, log } = world;
  let isClosed = false;
  let isWoken = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function attempt(mail: QueuedMail): Promise<void> {
    const now = clock.now();
    if (mail.expires_ms <= now) return finish(mail.id, 'given-up');
    if (!(await world.db.write((tx) => createMailQueueStore(tx).claim(mail, now + claimMs)))) return;
    try {
      const { mail: sender } = world.brands.ofKey(mail.brand);
      const from = { name: sender.fromName, address: sender.fromAddress };
      const replyTo = await createMailQueueStore(world.db.read).replyAddressOf(mail.id);
      const reply = replyTo === undefined ? {} : { replyTo };
      await world.mail.send({ to: mail.to_address, from, ...reply, subject: mail.subject, text: mail.body });
    } catch (error) {
      // Of a mailer's refusal only its own words: what caused it carries the address, or what the other server says of it.
      const reason = error instanceof MailError ? { reason: error.message } : { err: error };
      log.warn({ ...reason, tries: mail.tries + 1 }, 'a mail could not be sent');
      if (error instanceof MailError && error.isPermanent) return finish(mail.id, 'given-up');
      const nextMs = clock.now() + mailDelayMs(mail.tries + 1);
      return world.db.write((tx) => createMailQueueStore(tx).postpone(mail.id, nextMs));
    }
    return finish(mail.id, 'sent');
  }

  const finish = (id: string, state: 'sent' | 'given-up') => world.db.write((tx) => createMailQueueStore(tx).finish(id, state));

  /** Sends what is due; returns how long nothing will be. */
  async function sendDue(): Promise<number> {
    while (!isClosed) {
      const mail = await createMailQueueStore(world.db.read).next();
      const waitMs = mail ? mail.next_ms - clock.now() : longestSleepMs;
      if (!mail || waitMs > 0) return Math.min(waitMs, longestSleepMs);
      await attempt(mail);
    }
    return longestSleepMs;
  }

  async function run(): Promise<void> {
    let sleepMs = longestSleepMs;
    do {
      isWoken = false;
      sleepMs = await sendDue().catch((error: unknown) => {
        log.error({ err: error }, 'the mail queue could not be read');
        return firstDelayMs;
      });
    } while (isWoken && !isClosed);
    running = null;
    if (!isClosed) timer = setTimeout(wake, sleepMs).unref();
  }

  function wake(): void {
    if (isClosed) return;
    clearTimeout(timer);
    isWoken = true;
    running ??= run();
  }

  wake();
  return {
    async add(tx, { id = world.ids.uuid(), to, brandKey, subject, body, expiresMs, ...mail }) {
      const isSuppressed = mail.isSuppressed === true || isTestUserAddress(to);
      const now = clock.now();
      await createMailQueueStore(tx).insert({
        id,
        brand: brandKey,
        to_address: to,
        subject,
        body: isSuppressed ? '' : body,
        state: isSuppressed ? 'suppressed' : 'waiting',
        tries: 0,
        next_ms: now,
        expires_ms: expiresMs,
        created_ms: now,
      });
    },

    wake,

    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (running) await Promise.race([running, new Promise((resolve) => setTimeout(resolve, closeMs).unref())]);
    },
  };
}
