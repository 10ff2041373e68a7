// The interface for sending mails, with a mailer that writes to a folder, and one for tests.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, writeAtomically } from './durable-files.ts';

export interface Mail {
  /** Hexadecimal. All attempts have the same id, so that mail programs recognise a repeated mail. */
  id: string;
  /** One plain address, like `alice@example.org`. */
  to: string;
  /** The brand's neutral sender. */
  from: { name: string; address: string };
  /** One plain address for replies. Without it, replies go to the sender. */
  replyTo?: string;
  subject: string;
  /** Plain text only, without remote content. */
  text: string;
}

export interface Mailer {
  /** Resolves when the next mail server has accepted the mail, or its file is written. @throws MailError */
  send(mail: Mail): Promise<void>;
  /** Deletes the files of mails that were written before `beforeMs`. */
  removeBefore?(beforeMs: number): Promise<void>;
}

/** A mail was not accepted. `isPermanent` means that another try would fail in the same way. */
export class MailError extends Error {
  readonly isPermanent: boolean;

  constructor(message: string, isPermanent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailError';
    this.isPermanent = isPermanent;
  }
}

/** A mailer for servers without SMTP. It writes each mail to a file `<time>-<random id>.eml`, and logs the recipient and the first link. */
export function outboxMailer(directory: string, log: (line: string) => void, now: () => number = Date.now): Mailer {
  return {
    async send(mail) {
      const safe = checkedMail(mail);
      const path = join(directory, `${timeInName(now())}-${randomUUID()}.eml`);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      await writeAtomically(path, mailFile(safe, now()));
      log(`mail to ${safe.to}: ${/https?:\/\/\S+/.exec(safe.text)?.[0] ?? path}`);
    },

    async removeBefore(beforeMs) {
      const names = await readdir(directory).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      // A killed process may have left an incomplete file, which ends with .part.
      const isOld = (name: string) => /\.eml(\.[^.]+\.part)?$/.test(name) && name < timeInName(beforeMs);
      for (const name of names.filter(isOld)) await rm(join(directory, name), { force: true });
    },
  };
}

/** The text of a later time comes later in the alphabetical order. */
const timeInName = (ms: number): string => new Date(ms).toISOString().replaceAll(':', '-');

/** A mailer for tests. `sent` has all mails in order, and `latestTo` returns the last one to an address. */
export function fakeMailer(): Mailer & { sent: Mail[]; latestTo(address: string): Mail | undefined } {
  const sent: Mail[] = [];
  return {
    sent,
    latestTo: (address) => sent.findLast((mail) => mail.to === address),
    async send(mail) {
      sent.push(checkedMail(mail));
    },
  };
}

/** Removes line breaks and control characters from headers, and requires exactly one recipient. @throws MailError */
export function checkedMail(mail: Mail): Mail {
  if (!/^[\da-f]+$/.test(mail.id)) throw new MailError('not the id of a mail', true);
  return {
    id: mail.id,
    to: checkedAddress(mail.to),
    from: { name: headerText(mail.from.name), address: checkedAddress(mail.from.address) },
    subject: headerText(mail.subject),
    text: mail.text,
    ...(mail.replyTo === undefined ? {} : { replyTo: checkedAddress(mail.replyTo) }),
  };
}

export const messageIdOf = ({ id, from }: Mail): string => `<${id}@${from.address.split('@')[1]}>`;

/** Replaces control characters and Unicode line breaks by a space. */
function headerText(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Refuses lists, comments, quoted names, and everything else that a mail server could read as more than one address. */
function checkedAddress(address: string): string {
  if (address.length > 254 || !/^[^\s\p{Cc}"(),:;<>@[\\\]]+@[^\s\p{Cc}"(),:;<>@[\\\]]+$/u.test(address)) {
    throw new MailError('not one plain mail address', true);
  }
  return address;
}

/** The mail as a file that mail programs can open. The text is not encoded (8bit), so that the link can be copied from it. */
function mailFile(mail: Mail, nowMs: number): string {
  const headers = [
    `From: ${headerPhrase(mail.from.name)} <${mail.from.address}>`,
    `To: ${mail.to}`,
    ...(mail.replyTo === undefined ? [] : [`Reply-To: ${mail.replyTo}`]),
    `Subject: ${headerWord(mail.subject)}`,
    `Date: ${new Date(nowMs).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageIdOf(mail)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    'Auto-Submitted: auto-generated',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${mail.text.replace(/\r?\n/g, '\r\n')}\r\n`;
}

/** The text of a header by RFC 2047: as it is if it is plain, or else in encoded words of at most 75 characters. */
function headerWord(text: string): string {
  if (/^[A-Za-z0-9 .,!?'-]*$/.test(text)) return text;
  // 10 code points have at most 40 bytes, which are 56 base64 characters.
  const pieces = [...text].reduce<string[]>((words, letter, index) => {
    words.push(index % 10 === 0 ? letter : (words.pop() ?? '') + letter);
    return words;
  }, []);
  return pieces.map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`).join('\r\n ');
}

/** The same for a name in front of an address, where commas and full stops must be in quotes. */
function headerPhrase(text: string): string {
  const word = headerWord(text);
  return word === text && /[.,]/.test(text) ? `"${text}"` : word;
}
