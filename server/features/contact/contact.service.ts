// Messages to those who run the site: kept, and mailed to the brand's support address.
import type { Brand } from '#shared/brand.ts';
import type { ContactMessage } from '#shared/contract/contact.ts';
import type { Caller } from '../../http/caller.ts';
import { problem } from '../../http/problems.ts';
import type { World } from '../../world.ts';
import type { MailQueue } from '../session/mail-queue.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import { createContactStore } from './contact.store.ts';

export interface ContactService {
  /** Takes a message from a member, or with a null caller from a visitor. Problems: name-missing, bad-request for a blank message. */
  take(written: ContactMessage, caller: Caller | null, brand: Brand): Promise<ContactMessage>;
}

interface Needs {
  readonly queue: MailQueue;
  readonly settings: SettingsService;
}

/** A support mailbox may be out of order over a long weekend; the message itself is kept in any case. */
const mailKeptMs = 7 * 24 * 3_600_000;

export function createContactService(world: World, { queue, settings }: Needs): ContactService {
  return {
    async take({ name, message }, caller, brand) {
      if (name === '') throw problem('name-missing');
      if (message === '') throw problem('bad-request', { message: 'message: Please write a message.' });
      const address = caller === null ? null : (await settings.find(caller)).email;
      const nowMs = world.clock.now();
      const id = world.ids.uuid();
      await world.db.write(async (tx) => {
        const accountId = caller?.accountId ?? null;
        const row = { id, brand: brand.key, account_id: accountId, name, message, created_ms: nowMs };
        await createContactStore(tx).insert(row);
        await queue.add(tx, {
          id,
          to: brand.supportAddress,
          brandKey: brand.key,
          subject: 'A message from the contact form',
          body: mailBody(name, message, address),
          expiresMs: nowMs + mailKeptMs,
        });
      });
      queue.wake();
      return { name, message };
    },
  };
}

/** The name is a single line, so that nothing written in it can pass for the line of the reply address. */
function mailBody(name: string, message: string, address: string | null): string {
  const reply = address === null ? 'None: the writer was not logged in.' : address;
  return `Name: ${name}\nReply to: ${reply}\n\n${message}\n`;
}
