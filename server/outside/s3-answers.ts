// Reads the XML with which S3-compatible stores answer: errors, and pages of lists.

export interface ListPage {
  readonly keys: readonly string[];
  /** The folders in the listed one, each with a slash at its end. */
  readonly folders: readonly string[];
  /** Null on the last page. */
  readonly nextToken: string | null;
}

/** The code of an error, such as NoSuchBucket. Null if the text has none. */
export const errorCodeIn = (xml: string): string | null => /<Code>([\w.]{1,100})<\/Code>/.exec(xml)?.[1] ?? null;

/** The region that an error names as the right one. */
export const regionIn = (xml: string): string | null => /<Region>([\w-]{1,50})<\/Region>/.exec(xml)?.[1] ?? null;

/** Throws an error if the text is not a page of a list. */
export function listPageIn(xml: string): ListPage {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error('it is not a list of objects');
  const isEncoded = /<EncodingType>url<\/EncodingType>/.test(xml);
  const nameIn = (text: string): string =>
    isEncoded ? decodeURIComponent(unescaped(text).replaceAll('+', ' ')) : unescaped(text);
  const names = (pattern: RegExp) => [...xml.matchAll(pattern)].map(([, name]) => nameIn(name ?? ''));
  const nextToken = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  if (isTruncated && nextToken === undefined) throw new Error('it has no next page');
  return {
    keys: names(/<Contents>.*?<Key>([^<]*)<\/Key>/gs),
    folders: names(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g),
    nextToken: isTruncated && nextToken !== undefined ? unescaped(nextToken) : null,
  };
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-f]+));/gi, (_, name?: string, decimal?: string, hex?: string) =>
    name === undefined
      ? String.fromCodePoint(parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10))
      : (characters[name.toLowerCase()] ?? ''),
  );
