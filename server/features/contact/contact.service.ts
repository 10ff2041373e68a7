// The contact form: stores messages, mails them to the brand's support address, and mails the answers.
import type { Brand } from '#shared/brand.ts';
import type { ContactMessageListed } from '#shared/contract/admin.ts';
import type { ContactMessage } from '#shared/contract/contact.ts';
import type { Caller } from '#server/http/caller.ts';
import { languageFor, type Language } from '#shared/rules/languages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { MailQueue } from '#server/features/session/mail-queue.service.ts';
import type { SettingsService } from '#server/features/settings/settings.service.ts';
import { translatorFor, type Translator } from '#server/texts/translators.ts';
import { createContactStore, type ContactPage, type StoredContactMessage } from './contact.store.ts';

export interface ContactService {
  /** The caller is null for a visitor. Answers are mailed in `language`. Problems: name-missing, bad-request for a blank text. */
  send(message: ContactMessage, caller: Caller | null, brand: Brand, language: Language): Promise<ContactMessage>;
  /** For administrators, newest first, without the senders' accounts. */
  list(query: Pick<ContactPage, 'unanswered'> & { readonly beforeMs: number | undefined }): Promise<ContactMessageListed[]>;
  /** Mails an answer to the sender. Problems: bad-request for a blank answer, not-found, already-answered, no-address. */
  answer(id: string, text: string): Promise<ContactMessageListed>;
}

interface Dependencies {
  readonly queue: MailQueue;
  readonly settings: SettingsService;
}

/** Long enough for a support mailbox that does not work over a long weekend. */
const mailExpiresMs = 7 * dayMs;

export function createContactService(world: World, { queue, settings }: Dependencies): ContactService {
  const listed = ({ account_id: _accountId, email, ...row }: StoredContactMessage): ContactMessageListed => ({
    id: row.id,
    site: world.brands.ofKey(row.brand).name,
    name: row.name,
    message: row.message,
    tsCreated: row.created_ms,
    canBeAnswered: email !== null,
    answer: row.answer,
    tsAnswered: row.answered_ms,
  });

  return {
    async send({ name, message }, caller, brand, language) {
      if (name === '') throw problem('name-missing');
      if (message === '') throw problem('bad-request', { message: 'message: Please write a message.' });
      const address = caller === null ? null : (await settings.find(caller)).email;
      const nowMs = world.clock.now();
      const id = world.ids.uuid();
      await world.db.write(async (tx) => {
        const accountId = caller?.accountId ?? null;
        const written = { brand: brand.key, account_id: accountId, name, message, language, created_ms: nowMs };
        await createContactStore(tx).insert({ ...written, id, answer: null, answered_ms: null });
        await queue.add(tx, {
          id,
          to: brand.supportAddress,
          brandKey: brand.key,
          subject: 'A message from the contact form',
          body: mailBody(name, message, address),
          expiresMs: nowMs + mailExpiresMs,
        });
      });
      queue.wake();
      return { name, message };
    },

    async list({ beforeMs = Number.MAX_SAFE_INTEGER, unanswered }) {
      const page = { beforeMs, size: world.limits.contactMessagesPage, unanswered };
      return (await createContactStore(world.db.read).page(page)).map(listed);
    },

    async answer(id, text) {
      if (text === '') throw problem('bad-request', { message: 'answer: Please write an answer.' });
      const nowMs = world.clock.now();
      const answered = await world.db.write(async (tx) => {
        const messages = createContactStore(tx);
        const found = await messages.find(id);
        if (found === null) throw problem('not-found');
        if (found.answered_ms !== null) throw problem('already-answered');
        if (found.email === null) throw problem('no-address');
        if (!(await messages.answer(id, text, nowMs))) throw problem('already-answered');
        const translator = translatorFor(languageFor([found.language]));
        await queue.add(tx, {
          to: found.email,
          brandKey: found.brand,
          subject: translator.t('An answer to your message'),
          body: answerBody(translator, text, found.message),
          expiresMs: nowMs + mailExpiresMs,
        });
        return { ...found, answer: text, answered_ms: nowMs };
      });
      queue.wake();
      return listed(answered);
    },
  };
}

/** Quotes each line of the message, so that no line can be mistaken for the answer. */
const answerBody = ({ t }: Translator, answer: string, message: string): string =>
  `${answer}\n\n${t('You wrote:')}\n${message.replaceAll(/^/gm, '> ')}\n`;

/** The name has a single line, so that nobody can forge the line with the reply address. */
function mailBody(name: string, message: string, address: string | null): string {
  const reply = address === null ? 'None: the sender was not logged in.' : address;
  return `Name: ${name}\nReply to: ${reply}\n\n${message}\n`;
}
