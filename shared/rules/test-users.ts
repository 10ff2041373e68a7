// Email addresses of test users, in a domain that never receives email.
const domain = '@test.invalid';

export const testUserAddress = (accountId: string): string => `${accountId}${domain}`;

/** These addresses receive no email and cannot log in. */
export const isTestUserAddress = (email: string): boolean => email.endsWith(domain);
