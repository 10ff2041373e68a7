// The texts of mails. They are neutral, so that they reveal nothing about the member.
import { duration } from '#shared/formats/numbers.ts';
import { serverLocale } from '#shared/formats/locale.ts';

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

const unwanted = (link: string): string =>
  `If you did not request it, you can ignore this email. To stop such emails, open this page and click "This was not me":\n\n${link}\n`;

/** The same text for known and unknown email addresses. `subject` belongs to the brand. */
export const signInMail = (subject: string, { link, unwantedLink, lifetimeMs }: LinkMail): MailText => ({
  subject,
  body: `Here is your sign-in link, which works once and for ${duration(lifetimeMs, serverLocale)}.\n\n${link}\n\n${unwanted(unwantedLink)}`,
});

export const confirmEmailMail = ({ link, unwantedLink, lifetimeMs }: LinkMail): MailText => ({
  subject: 'Please confirm your email address',
  body: `Open this link to use this email address for your account. It works once and for ${duration(lifetimeMs, serverLocale)}.\n\n${link}\n\n${unwanted(unwantedLink)}`,
});

export const emailChangeNotice: MailText = {
  subject: 'Your email address is about to change',
  body: 'Somebody who is logged in to your account wants to use another email address for it. If that was not you, request a sign-in link and choose a new password at once.\n',
};

export const passwordChangeNotice: MailText = {
  subject: 'Your password was changed',
  body: 'The password of your account was changed, and all other devices were logged out. If that was not you, request a sign-in link and choose a new password at once.\n',
};

export const passkeyAddedNotice: MailText = {
  subject: 'A passkey was added to your account',
  body: 'Somebody who is logged in to your account added a passkey to it. A passkey logs in without an email or password. If that was not you, request a sign-in link, remove the passkey in your settings, and choose a new password at once.\n',
};
