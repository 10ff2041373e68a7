// Splits a message's text into plain text and links, and recognises a text of a few emoji.

export interface TextPart {
  readonly text: string;
  /** The http or https URL of a link. */
  readonly href?: string;
}

const urlPattern = /https?:\/\/[^\s<>"'`]+/giu;
const sentenceEnd = /[\p{Terminal_Punctuation}\p{Quotation_Mark}\p{Pe}…]+$/u;

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(urlPattern)) {
    const url = trimSentenceEnd(found);
    const href = safeHref(url);
    if (href === null) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: url, href });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/**
 * True for one to three emoji without other text. They are shown large. The second pattern takes 40 ms of processor time when it is
 * first used, so it is used only for texts that have nothing but emoji and digits.
 */
export function isOnlyEmoji(text: string): boolean {
  return /^[\p{Emoji}\p{Emoji_Component}\s]+$/u.test(text) && /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text);
}

/** Removes punctuation after a URL. A closing bracket stays if the URL contains the opening bracket. */
function trimSentenceEnd(found: string): string {
  const trimmed = found.replace(sentenceEnd, '');
  return trimmed.includes('(') && found.charAt(trimmed.length) === ')' ? `${trimmed})` : trimmed;
}

/** Returns null for URLs with credentials, since the name before the @ could look like a different host. */
function safeHref(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
