// Checks signatures of requests (AWS, version 4) as a store does, from the specification and without the library of the client.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { minuteMs } from '#shared/rules/durations.ts';

export interface SignedRequest {
  readonly method: string;
  /** As it was received, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly sessionToken?: string;
}

const maxSkewMs = 15 * minuteMs;
const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** The code of the error with which a store answers, or null if the request is signed with these keys for this region. */
export function signatureError(request: SignedRequest, keys: Keys, region: string, nowMs: number): string | null {
  const { headers, body } = request;
  const [, accessKey, day = '', signedRegion = '', names = '', signature = ''] = form.exec(headers.authorization ?? '') ?? [];
  if (accessKey === undefined) return 'AccessDenied';
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId';
  if (signedRegion !== region) return 'AuthorizationHeaderMalformed';
  if (headers['x-amz-security-token'] !== keys.sessionToken) return 'InvalidToken';
  const signed = names.split(';');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  if (unsigned.length > 0 || !signed.includes('host')) return 'AccessDenied';
  const date = String(headers['x-amz-date']);
  const [, year, month, dayOfMonth, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  const signedMs = Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth), Number(hour), Number(minute), Number(second));
  if (!date.startsWith(day) || !(Math.abs(nowMs - signedMs) <= maxSkewMs)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';

  const scope = `${day}/${signedRegion}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalRequest(request, signed))].join('\n');
  const key = [signedRegion, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${keys.secretKey}`, day));
  const isSame = timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  return isSame ? null : 'SignatureDoesNotMatch';
}

function canonicalRequest({ method, url, headers }: SignedRequest, signed: readonly string[]): string {
  const [path = '', query = ''] = url.split('?');
  const pairs = query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')].map((text) => encoded(decodeURIComponent(text.replaceAll('+', ' ')))).join('=');
    });
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  return [
    method,
    path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    pairs.sort().join('&'),
    lines.join(''),
    signed.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n');
}

/** Everything but the unreserved characters of RFC 3986 is encoded. */
const encoded = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');
