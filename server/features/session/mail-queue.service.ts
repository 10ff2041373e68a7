// Sends queued mails one at a time, and retries each until it is accepted, is refused for good or expires.
import { createHash } from 'node:crypto';
import { isTestUserAddress } from '#shared/rules/test-users.ts';
import type { Tx } from '#server/db/open.ts';
import { MailError } from '#server/outside/mail.ts';
import { doublingDelayMs, openDueQueue, type DueQueue } from '#server/jobs/due-queue.ts';
import type { World } from '#server/world.ts';
import type { MailText } from './mail-texts.ts';
import { createMailQueueStore, type QueuedMail } from './mail-queue.store.ts';

interface OutgoingMail extends MailText {
  /** The id of the forwarded contact message or of the mailed link. */
  readonly id?: string;
  readonly to: string;
  /** The sending brand. */
  readonly brandKey: string;
  /** When to send the mail, or 'first' to send it before all waiting mails. Without it, it is sent now. */
  readonly due?: number | 'first';
  /** The mail is given up after this time. */
  readonly expiresMs: number;
  /** Stores a row but sends no mail, because the address gets too many. Addresses of test users never get one. */
  readonly isSuppressed?: boolean;
}

export interface MailQueue extends DueQueue {
  /** Adds a mail to the transaction. Call `wake` after the commit. */
  add(tx: Tx, mail: OutgoingMail): Promise<void>;
}

const firstDelayMs = 5_000;
const longestDelayMs = 300_000;

/** The delay after failed attempts: 5 s after the first, doubling up to 5 min. */
export const mailDelayMs = (tries: number): number => doublingDelayMs(tries, firstDelayMs, longestDelayMs);

/** Not only the recipient sees the id of a mail, so it does not contain the id of a link. */
const mailIdOf = ({ id }: QueuedMail): string => createHash('sha256').update(`mail ${id}`).digest('hex').slice(0, 32);

/** Opens the queue, and starts with the mails that are due. */
export function openMailQueue(world: World): MailQueue {
  const { clock, log } = world;
  const readStore = createMailQueueStore(world.db.read);

  /** Gives up expired mails, and claims the others. */
  const claim = (mails: readonly QueuedMail[], untilMs: number): Promise<QueuedMail[]> =>
    world.db.write(async (tx) => {
      const store = createMailQueueStore(tx);
      const isExpired = ({ expires_ms }: QueuedMail) => expires_ms <= clock.now();
      for (const mail of mails.filter(isExpired)) await store.finish(mail.id, 'given-up');
      return store.claim(
        mails.filter((mail) => !isExpired(mail)),
        untilMs,
      );
    });

  async function attempt(mail: QueuedMail): Promise<void> {
    try {
      const { mail: sender } = world.brands.ofKey(mail.brand);
      const from = { name: sender.fromName, address: sender.fromAddress };
      const replyTo = await readStore.replyAddressOf(mail.id);
      const reply = replyTo === undefined ? {} : { replyTo };
      await world.mail.send({ id: mailIdOf(mail), to: mail.to_address, from, ...reply, subject: mail.subject, text: mail.body });
    } catch (error) {
      // Of a MailError only the message is logged. Its cause may contain the email address or the mail server's reply.
      const reason = error instanceof MailError ? { reason: error.message } : { err: error };
      log.warn({ ...reason, tries: mail.tries + 1 }, 'a mail could not be sent');
      if (error instanceof MailError && error.isPermanent) return finish(mail.id, 'given-up');
      const nextMs = clock.now() + mailDelayMs(mail.tries + 1);
      return world.db.write((tx) => createMailQueueStore(tx).postpone(mail, nextMs));
    }
    return finish(mail.id, 'sent');
  }

  const finish = (id: string, state: 'sent' | 'given-up') => world.db.write((tx) => createMailQueueStore(tx).finish(id, state));

  const queue = openDueQueue<QueuedMail>(world, {
    name: 'mails',
    maxInFlight: 1,
    readAgainMs: firstDelayMs,
    first: readStore.first,
    claim,
    attempt,
  });

  return {
    async add(tx, { id = world.ids.uuid(), to, brandKey, subject, body, expiresMs, due, ...mail }) {
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
        // Waiting mails are sent in the order of their times.
        next_ms: due === 'first' ? 0 : (due ?? now),
        expires_ms: expiresMs,
        created_ms: now,
      });
    },

    wake: queue.wake,
    close: queue.close,
  };
}
