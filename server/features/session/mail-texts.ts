// The texts of mails. They are neutral, so that they reveal nothing about the member.
import { duration } from '#shared/formats/numbers.ts';
import type { Translator } from '#server/texts/translators.ts';

export interface MailText {
  readonly subject: string;
  readonly body: string;
}

interface LinkMail {
  readonly link: string;
  /** The page on which the owner of the mailbox can limit such mails. */
  readonly unwantedLink: string;
  readonly lifetimeMs: number;
}

/** The same text for known and unknown email addresses. `subject` belongs to the brand. */
export const signInMail = ({ t, brandText, locale }: Translator, subject: string, mail: LinkMail): MailText => ({
  subject: brandText(subject),
  body: paragraphs(
    t('Here is your sign-in link, which works once and for {duration}.', { duration: duration(mail.lifetimeMs, locale) }),
    mail.link,
    unwanted(t),
    mail.unwantedLink,
  ),
});

export const confirmEmailMail = ({ t, locale }: Translator, mail: LinkMail): MailText => ({
  subject: t('Please confirm your email address'),
  body: paragraphs(
    t('Open this link to use this email address for your account. It works once and for {duration}.', {
      duration: duration(mail.lifetimeMs, locale),
    }),
    mail.link,
    unwanted(t),
    mail.unwantedLink,
  ),
});

const unwanted = (t: Translator['t']): string =>
  t('If you did not request it, you can ignore this email. To stop such emails, open this page and click “This was not me”:');

export const emailChangeNotice = ({ t }: Translator): MailText => ({
  subject: t('Your email address is about to change'),
  body: paragraphs(
    t(
      'Somebody who is logged in to your account wants to use another email address for it. If that was not you, request a login link and choose a new password at once.',
    ),
  ),
});

export const passwordChangeNotice = ({ t }: Translator): MailText => ({
  subject: t('Your password was changed'),
  body: paragraphs(
    t(
      'The password of your account was changed, and all other devices were logged out. If that was not you, request a login link and choose a new password at once.',
    ),
  ),
});

export const passkeyAddedNotice = ({ t }: Translator): MailText => ({
  subject: t('A passkey was added to your account'),
  body: paragraphs(
    t(
      'Somebody who is logged in to your account added a passkey to it. A passkey logs in without an email or password. If that was not you, request a login link, remove the passkey in your settings, and choose a new password at once.',
    ),
  ),
});

const paragraphs = (...texts: string[]): string => `${texts.join('\n\n')}\n`;
