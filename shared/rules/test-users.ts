// The addresses of test users: of a domain that no mail is ever sent to.
const domain = '@test.invalid';

export const testUserAddress = (accountId: string): string => `${accountId}${domain}`;

/** Mails to such an address are never sent, and nobody logs in with one. */
export const isTestUserAddress = (email: string): boolean => email.endsWith(domain);
