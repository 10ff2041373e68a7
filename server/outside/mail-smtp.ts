// Sends mails through the SMTP server named by SMTP_URL.
import { createTransport } from 'nodemailer';
import { checkedMail, MailError, messageIdOf, type Mailer } from './mail.ts';

export interface SmtpOptions {
  /** The longest time in ms for connecting, for the greeting, and for each pause of the server. */
  timeoutMs?: number;
}

/**
 * A mailer over `smtp://user:password@host:port` or `smtps://…`; the query may contain options of nodemailer.
 * With a password the connection must be encrypted, unless the server is on this machine.
 * @throws Error if the address has another form.
 */
export function smtpMailer(smtpUrl: string, { timeoutMs = 10_000 }: SmtpOptions = {}): Mailer {
  const url = URL.parse(smtpUrl);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new Error('SMTP_URL must look like smtp://user:password@host:port or smtps://…');
  }
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: url.password !== '' && !isLocal,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const checked = checkedMail(mail);
      const { to, from, replyTo, subject, text } = checked;
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          envelope: { from: from.address, to: [to] },
          messageId: messageIdOf(checked),
          subject,
          text,
          xMailer: false,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw new MailError(`mail was not accepted: ${reasonOf(error)}`, isPermanentFailure(error), { cause: error });
      }
    },
  };
}

/** The code of nodemailer and the reply code of the server. They contain no addresses or passwords. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = smtpFailure(error);
  return [code ?? 'unknown', responseCode].filter((part) => part !== undefined).join(' ');
}

/**
 * True for a 5xx reply to this sender, recipient or text. After a 5xx reply to the login, the operator has to act and the mail can
 * wait.
 */
function isPermanentFailure(error: unknown): boolean {
  const { code, responseCode } = smtpFailure(error);
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500 && responseCode !== 503
  );
}

function smtpFailure(error: unknown): { code?: string; responseCode?: number } {
  const found: { code?: string; responseCode?: number } = {};
  if (error instanceof Error) {
    if ('code' in error && typeof error.code === 'string') found.code = error.code;
    if ('responseCode' in error && typeof error.responseCode === 'number') found.responseCode = error.responseCode;
  }
  return found;
}
