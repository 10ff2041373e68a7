// A message's text in parts: plain words, and web addresses shown as links.

export interface TextPart {
  readonly text: string;
  /** Set for an address of the web, http or https only. */
  readonly href?: string;
}

const address = /https?:\/\/[^\s<>"'`]+/giu;
/** Punctuation at the end of a sentence is not part of an address. */
const sentenceEnd = /[.,;:!?)\]}…»”’]+$/u;

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutSentenceEnd(found);
    const href = followable(shown);
    if (href === null) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: shown, href });
    from = index + shown.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** One to three emoji and nothing else, which are shown large. */
export function isOnlyEmoji(text: string): boolean {
  return /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text);
}

/** A bracket that was opened inside the address belongs to it. */
function withoutSentenceEnd(found: string): string {
  const cut = found.replace(sentenceEnd, '');
  return cut.includes('(') && found.charAt(cut.length) === ')' ? `${cut})` : cut;
}

/** Addresses with credentials are no links: the name before the @ can pose as another host. */
function followable(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  return url.href;
}
