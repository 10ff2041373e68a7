// Addresses of test users, in a domain that never receives mail.
const domain = '@test.invalid';

export const testUserAddress = (accountId: string): string => `${accountId}${domain}`;

/** No mail is sent to such an address, and it can't be used to log in. */
export const isTestUserAddress = (email: string): boolean => email.endsWith(domain);
