// Requests tiles from a tile server. The requests contain nothing about the member, and address and reply are checked strictly.
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { abortable } from './abortable.ts';
import { isPublicAddress, isAllowedOperatorAddress, pinnedLookup, resolveOnMachine } from './public-address.ts';
import { defaultPauseMs, freshnessOf, pauseOf, type Freshness } from './tile-headers.ts';

type TileQuestion = { readonly z: number; readonly x: number; readonly y: number };
/** The ETag and the date of a cached tile. */
type Validators = { readonly etag: string | null; readonly lastModified: string | null };

type TileAnswer =
  | ({ readonly kind: 'tile'; readonly bytes: Buffer; readonly contentType: string } & Validators & Freshness)
  /** The cached tile is still valid. */
  | ({ readonly kind: 'unchanged' } & Freshness)
  /** There is no such tile: it is sea, or outside the area of the server. */
  | ({ readonly kind: 'missing' } & Freshness)
  /**
   * There is no usable reply. The reason is logged and names no tile. For `pauseMs` no requests should be sent. It is 0 if only this tile
   * was refused.
   */
  | { readonly kind: 'failure'; readonly reason: string; readonly pauseMs: number };

export interface TileServer {
  ask(question: TileQuestion, cached: Validators | null): Promise<TileAnswer>;
}

/** The deadline of the whole request. */
const deadlineMs = 8_000;
const maxTileBytes = 2_000_000;

interface TileServerOptions {
  readonly deadlineMs?: number | undefined;
  readonly now?: () => number;
  /** All addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** `urlTemplate` contains {z}, {x} and {y} after its host. */
export function tileServer(urlTemplate: string, options: TileServerOptions = {}): TileServer {
  const { protocol, hostname } = new URL(urlTemplate);
  const host = hostname.replace(/^\[|\]$/g, '');
  const { resolve = resolveOnMachine, now = Date.now } = options;
  const [client, agent] =
    protocol === 'https:' ? [https, new https.Agent({ keepAlive: true })] : [http, new http.Agent({ keepAlive: true })];
  const headers = {
    accept: 'image/webp,image/png,image/jpeg,image/avif',
    'accept-encoding': 'identity',
    'user-agent': 'nearby-community base map',
  };

  /** Redirects are not followed, so that only the configured host is contacted. */
  function get(
    url: string,
    addresses: readonly string[],
    cached: Validators | null,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    return new Promise((resolved, reject) => {
      const asked = { headers: { ...headers, ...conditionsOf(cached) }, agent, signal, lookup: pinnedLookup(addresses) };
      client.get(url, asked, resolved).on('error', reject);
    });
  }

  return {
    async ask({ z, x, y }, cached) {
      const url = urlTemplate.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      const signal = AbortSignal.timeout(options.deadlineMs ?? deadlineMs);
      try {
        const addresses = isIP(host) ? [host] : await abortable(resolve(host), signal);
        if (!isIP(host) && !addresses.every(isLocalName(host) ? isAllowedOperatorAddress : isPublicAddress))
          return failure('an address in a private network, which only an address or a name without a dot may have');
        return await read(await get(url, addresses, cached, signal), cached !== null, now());
      } catch {
        return failure(signal.aborted ? 'no answer in time' : 'no connection');
      }
    },
  };
}

/** Names that only the operator's own network knows. */
const isLocalName = (host: string): boolean => !host.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(host);

function conditionsOf(cached: Validators | null): Record<string, string> {
  if (cached?.etag) return { 'if-none-match': cached.etag };
  return cached?.lastModified ? { 'if-modified-since': cached.lastModified } : {};
}

async function read(answer: IncomingMessage, wasCached: boolean, nowMs: number): Promise<TileAnswer> {
  const { statusCode: status = 0, headers } = answer;
  // These replies have no body. The body of any other may be endless.
  if (status === 204 || status === 304) answer.resume();
  else if (status !== 200) answer.destroy();
  if (status === 304 && wasCached) return { kind: 'unchanged', ...freshnessOf(headers, nowMs) };
  if (status === 204 || status === 404 || status === 410) return { kind: 'missing', ...freshnessOf(headers, nowMs) };
  if (status >= 300 && status < 400) return refusal(`a redirect (${status}), which is not followed`);
  if (status >= 500 || [401, 402, 408, 429].includes(status)) return failure(`status ${status}`, pauseOf(headers, nowMs));
  if (status !== 200) return refusal(`status ${status}`);
  const bytes = Number(headers['content-length'] ?? 0) > maxTileBytes ? null : await bytesOf(answer);
  answer.destroy();
  if (bytes === null) return refusal(`more than ${maxTileBytes} bytes for a tile`);
  const contentType = pictureTypeOf(bytes);
  const stated = headers['content-type'] ?? 'something unnamed';
  if (contentType === null || !/^image\//i.test(stated)) return refusal(`no picture, but ${stated.slice(0, 60)}`);
  const validators = { etag: headers.etag ?? null, lastModified: headers['last-modified'] ?? null };
  return { kind: 'tile', bytes, contentType, ...validators, ...freshnessOf(headers, nowMs) };
}

/** Null if the body is larger than a tile may be. */
async function bytesOf(answer: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxTileBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const failure = (reason: string, pauseMs = defaultPauseMs): TileAnswer => ({ kind: 'failure', reason, pauseMs });
const refusal = (reason: string): TileAnswer => failure(reason, 0);

/** The type according to the first bytes. The declared type may be wrong, and the tile is served from our own origin. */
function pictureTypeOf(bytes: Buffer): string | null {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^RIFF....WEBP/s.test(text)) return 'image/webp';
  return text.slice(4) === 'ftypavif' ? 'image/avif' : null;
}
