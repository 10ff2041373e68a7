// Normalizes an email address for storage, comparison and sending.
import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { emailAddress } from '#shared/contract/session.ts';
import { limits } from '#shared/rules/limits.ts';

/**
 * Trims, converts to lower case and the domain to ASCII, without the dot that may end it, since the mailbox is the same. Null for an
 * invalid address.
 */
export function normalizeEmail(text: string): string | null {
  const parsed = z.safeParse(emailAddress, text);
  if (!parsed.success) return null;
  const at = parsed.data.lastIndexOf('@');
  const domain = domainToASCII(parsed.data.slice(at + 1)).replace(/\.$/, '');
  const address = `${parsed.data.slice(0, at)}@${domain}`;
  return domain.split('.').includes('') || address.length > limits.maxEmailLength ? null : address;
}
