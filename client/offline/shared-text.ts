// Keeps a text or a link from the phone's share sheet. The worker stores it until the member has decided.
import { cleanText } from '#shared/rules/text.ts';
import { sealResponse, unsealResponse } from './sealed-response.ts';

/** The cache is deleted at logout with the member's data. A visitor's text is stored without encryption. */
const cacheName = 'member-shared-text';
const address = '/__shared-text';
/** Any page can send a form here, and must not fill the device. */
const maxLength = 100_000;

export interface SharedParts {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}

/** One text of all parts, each in its own line. Many apps repeat the title or the link in the text. */
export function joinedText({ title, text, url }: SharedParts): string {
  const parts = [title, text, url].map(cleanText).filter((part) => part !== '');
  const isRepeated = (part: string, index: number): boolean =>
    parts.some((other, at) => at !== index && (other === part ? at < index : other.includes(part)));
  return parts.filter((part, index) => !isRepeated(part, index)).join('\n');
}

/** Stores the text. An earlier one is removed first, so that it is not taken for this one if the device is full. */
export async function storeSharedText(text: string): Promise<void> {
  await forgetSharedText();
  const cache = await caches.open(cacheName);
  const { buffer } = new TextEncoder().encode(text.slice(0, maxLength));
  await cache.put(address, await sealResponse(buffer, 200, new Headers()));
}

/** Empty if there is none. */
export async function sharedText(): Promise<string> {
  if (!(await caches.has(cacheName))) return '';
  const response = await (await caches.open(cacheName)).match(address);
  return response === undefined ? '' : (await unsealResponse(response)).text();
}

/** Call it when the member has decided. */
export async function forgetSharedText(): Promise<void> {
  await caches.delete(cacheName);
}
