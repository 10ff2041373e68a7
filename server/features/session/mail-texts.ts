// Texts of mails, neutral so that they reveal nothing about the member.
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const minutes = (ms: number): number => Math.round(ms / 60_000);

/** The same text for known and unknown email addresses; `subject` is the brand's. */
export const signInMail = (subject: string, link: string, linkMs: number): MailText => ({
  subject,
  body: `Here is your sign-in link, which works once and for ${minutes(linkMs)} minutes.\n\n${link}\n\nIf you did not request it, you can ignore this email.\n`,
});

export const confirmEmailMail = (link: string, linkMs: number): MailText => ({
  subject: 'Please confirm your email address',
  body: `Open this link to start using this email address. It works once and for ${minutes(linkMs)} minutes.\n\n${link}\n\nIf you did not request it, you can ignore this email.\n`,
});

export const emailChangeNotice: MailText = {
  subject: 'Your email address is about to change',
  body: 'Somebody who is signed in to your account asked to use another email address for it. If that was not you, request a sign-in link and choose a new password immediately.\n',
};

export const passwordChangeNotice: MailText = {
  subject: 'Your password was changed',
  body: 'The password of your account was changed, and all other devices were signed out. If that was not you, request a sign-in link and choose a new password immediately.\n',
};
