// Asks a tile server for one tile, telling it nothing of who looks, and believing nothing it answers.

type TileQuestion = { readonly z: number; readonly x: number; readonly y: number };
/** What is known of a tile that is kept already. */
type Validators = { readonly etag: string | null; readonly lastModified: string | null };

type TileAnswer =
  | ({ readonly kind: 'tile'; readonly bytes: Buffer; readonly contentType: string } & Validators & Freshness)
  /** What is kept still holds. */
  | ({ readonly kind: 'unchanged' } & Freshness)
  /** There is no such tile: sea, or beyond what is drawn. */
  | ({ readonly kind: 'missing' } & Freshness)
  /**
   * No usable answer; the reason is for the log and names no tile. The server as a whole is better left alone for
   * `restMs`: nought where only this tile was refused.
   */
  | { readonly kind: 'trouble'; readonly reason: string; readonly restMs: number };

type Freshness = {
  readonly freshMs: number;
  /** The tile server wants no copy on disk. */
  readonly mayBeKept: boolean;
};

export interface TileServer {
  ask(question: TileQuestion, kept: Validators | null): Promise<TileAnswer>;
}

/** From the first byte asked for to the last that came, in ms. */
const deadlineMs = 8_000;
const tileBytesMost = 2_000_000;

const day = 86_400_000;
/** Where the tile server says nothing; what it says is believed up to a month. */
const freshUsuallyMs = 7 * day;
const freshMostMs = 30 * day;
/** So that many who look at once are one request, whatever it says. */
const freshLeastMs = 60_000;
/** After trouble the tile server is left alone for so long, unless it says how long. */
const restUsuallyMs = 20_000;
const restMostMs = 3_600_000;

/** `urlTemplate` has {z}, {x} and {y} behind its host. */
export function tileServer(urlTemplate: string, options: { deadlineMs?: number } = {}): TileServer {
  const headers = { accept: 'image/webp,image/png,image/jpeg,image/avif', 'user-agent': 'nearby-community base map' };

  return {
    async ask({ z, x, y }, kept) {
      const url = urlTemplate.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      try {
        // No redirect is followed: only the host that was set up is ever spoken to.
        const answer = await fetch(url, {
          headers: { ...headers, ...conditionsOf(kept) },
          redirect: 'manual',
          referrerPolicy: 'no-referrer',
          signal: AbortSignal.timeout(options.deadlineMs ?? deadlineMs),
        });
        return await read(answer, kept !== null);
      } catch (error) {
        return trouble(error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : 'no connection');
      }
    },
  };
}

function conditionsOf(kept: Validators | null): Record<string, string> {
  if (kept?.etag) return { 'if-none-match': kept.etag };
  return kept?.lastModified ? { 'if-modified-since': kept.lastModified } : {};
}

async function read(answer: Response, wasKept: boolean): Promise<TileAnswer> {
  const { status, headers } = answer;
  if (status !== 200) await answer.body?.cancel();
  if (status === 304 && wasKept) return { kind: 'unchanged', ...freshnessOf(headers) };
  if (status === 204 || status === 404 || status === 410) return { kind: 'missing', ...freshnessOf(headers) };
  if (status >= 300 && status < 400) return refusal(`a redirect (${status}), which is not followed`);
  if (status >= 500 || [401, 402, 408, 429].includes(status)) return trouble(`status ${status}`, restOf(headers));
  if (status !== 200) return refusal(`status ${status}`);
  if (Number(headers.get('content-length') ?? 0) > tileBytesMost) return tooLarge(answer);
  const bytes = await bytesOf(answer);
  if (bytes === null) return tooLarge(answer);
  const contentType = pictureTypeOf(bytes);
  if (contentType === null || !/^image\//i.test(headers.get('content-type') ?? ''))
    return refusal(`no picture, but ${(headers.get('content-type') ?? 'something unnamed').slice(0, 60)}`);
  const validators = { etag: headers.get('etag'), lastModified: headers.get('last-modified') };
  return { kind: 'tile', bytes, contentType, ...validators, ...freshnessOf(headers) };
}

/** Null once more comes than a tile may have. */
async function bytesOf({ body }: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > tileBytesMost) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function tooLarge({ body }: Response): Promise<TileAnswer> {
  if (body?.locked === false) await body.cancel();
  return refusal(`more than ${tileBytesMost} bytes for a tile`);
}

const trouble = (reason: string, restMs = restUsuallyMs): TileAnswer => ({ kind: 'trouble', reason, restMs });
const refusal = (reason: string): TileAnswer => trouble(reason, 0);

/** By its first bytes: what the answer calls itself may be wrong, and it is served from our own origin. */
function pictureTypeOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^RIFF....WEBP/s.test(text)) return 'image/webp';
  return text.slice(4) === 'ftypavif' ? 'image/avif' : null;
}

/** Cache-Control before Expires, as a cache that many share reads them (RFC 9111, 4.2.1). */
function freshnessOf(headers: Headers): Freshness {
  const control = headers.get('cache-control') ?? '';
  const mayBeKept = !/\b(no-store|private)\b/i.test(control);
  const seconds = /\bs-maxage="?(\d+)/i.exec(control)?.[1] ?? /\bmax-age="?(\d+)/i.exec(control)?.[1];
  const aged = Number(headers.get('age') ?? 0) || 0;
  const expires = Date.parse(headers.get('expires') ?? '') - Date.parse(headers.get('date') ?? '');
  const said = /\bno-cache\b/i.test(control) ? 0 : seconds === undefined ? expires : (Number(seconds) - aged) * 1_000;
  const freshMs = Math.max(freshLeastMs, Math.min(freshMostMs, Number.isNaN(said) ? freshUsuallyMs : said));
  return { freshMs, mayBeKept };
}

function restOf(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isNaN(seconds) ? restUsuallyMs : Math.min(restMostMs, Math.max(0, seconds * 1_000));
}
