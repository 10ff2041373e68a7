// The texts of the product's mails, neutral so that they reveal nothing about the member.
export interface MailText {
  readonly subject: string;
  readonly body: string;
}

const minutes = (ms: number): number => Math.round(ms / 60_000);

/** `subject` is the brand's; the same mail for a new and for a known address. */
export const signInMail = (subject: string, link: string, linkMs: number): MailText => ({
  subject,
  body: `Here is your sign-in link, which works once and for ${minutes(linkMs)} minutes.\n\n${link}\n\nIf you did not ask for it, you can ignore this mail.\n`,
});

export const confirmAddressMail = (link: string, linkMs: number): MailText => ({
  subject: 'Please confirm your address',
  body: `Open this link to use this address from now on; it works once and for ${minutes(linkMs)} minutes.\n\n${link}\n\nIf you did not ask for it, you can ignore this mail.\n`,
});

export const addressChangeNotice: MailText = {
  subject: 'Your address is about to change',
  body: 'Somebody who is signed in to your account asked to use another e-mail address for it. If that was not you, ask for a sign-in link and choose a new password at once.\n',
};

export const passwordChangeNotice: MailText = {
  subject: 'Your password was changed',
  body: 'The password of your account was changed, and all other devices were signed out. If that was not you, ask for a sign-in link and choose a new password at once.\n',
};
