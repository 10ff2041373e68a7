// Sends encrypted pushes to the browsers' push services, with hard limits on time, memory and where it connects to.
import { lookup, Resolver } from 'node:dns/promises';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import { limitedPlaces } from './limited-places.ts';
import { checkPushEndpoint, checkPushKeys, isPublicAddress } from './push-address.ts';
import type { PushKeys } from './push-keys.ts';

export interface PushSubscriptionAddress {
  endpoint: string;
  /** base64url, as the browser gives them. */
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** How long the push service keeps the message for a device that is off, in s. */
  ttlSeconds: number;
  /** At most 32 base64url characters; a waiting message with the same topic is replaced. */
  topic?: string;
  urgency?: 'very-low' | 'low' | 'normal' | 'high';
}

export type PushOutcome =
  | { kind: 'delivered' }
  /** 404, 410: the subscription has ended. */
  | { kind: 'gone' }
  /** 401, 403: it was made for another server key. */
  | { kind: 'refused' }
  /** 408, 429, 5xx, no connection, no answer in time, or too many pushes waiting here. */
  | { kind: 'later'; retryAfterMs?: number }
  /** 413, or more than the 4,096 encrypted bytes that push services take. */
  | { kind: 'too-large' }
  /** Any other answer; null if it was not even tried: the endpoint, its keys or its address are not acceptable. */
  | { kind: 'rejected'; status: number | null };

export interface PushSender {
  /** Sends one push, `payload` being JSON. What goes wrong outside is in the outcome. @throws Error on a malformed topic or ttl */
  send(subscription: PushSubscriptionAddress, payload: string, options: PushOptions): Promise<PushOutcome>;
}

export interface WebPushSettings {
  keys: PushKeys;
  /** mailto: or https: address of the operator. */
  subject: string;
  /** For a whole try, from name look-up to the answer's headers, in ms. */
  deadlineMs?: number;
  /** How many pushes may be on their way, and how many may wait for a place; more are told to come later. */
  maxInFlight?: number;
  maxWaiting?: number;
  /** For developers: further hosts that may be pushed to, written as in the URL, also at private addresses. */
  developerHosts?: readonly string[];
  /** For tests: what stands in for the internet. */
  forTests?: {
    extraHosts?: readonly string[];
    /** All addresses of a host. */
    resolve?: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
    /** Certificate authority (PEM) of the test endpoint. */
    ca?: string;
    allowsPrivateAddresses?: boolean;
  };
}

/** A message that every push service takes has at most this many encrypted bytes (RFC 8030, section 7.2). */
const maxBodyBytes = 4_096;
/** The longest Retry-After that is believed, in ms. */
const maxRetryAfterMs = 86_400_000;

/** A sender over the real network. */
export function webPushSender({
  keys,
  subject,
  deadlineMs = 5_000,
  maxInFlight = 20,
  maxWaiting = 1_000,
  developerHosts = [],
  forTests = {},
}: WebPushSettings): PushSender {
  const { extraHosts = [], resolve = resolveHost, ca, allowsPrivateAddresses = false } = forTests;
  const vapidDetails = { subject, publicKey: keys.publicKey, privateKey: keys.privateKey };
  // An agent of its own: sessions of TLS are resumed, connections are not kept, and no proxy of the environment is used.
  const agent = new https.Agent({ keepAlive: false, maxSockets: maxInFlight, ca });
  const places = limitedPlaces(maxInFlight, maxWaiting);

  async function attempt(subscription: PushSubscriptionAddress, payload: string, options: PushOptions): Promise<PushOutcome> {
    const request = encryptedRequest(subscription, payload, options, vapidDetails);
    if (request.body.length > maxBodyBytes) return { kind: 'too-large' };
    const url = new URL(subscription.endpoint);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const signal = AbortSignal.timeout(deadlineMs);
    try {
      const isDevelopers = developerHosts.includes(url.host);
      const find = isDevelopers ? resolveOnMachine : resolve;
      const addresses = isIP(host) ? [host] : await abortable(find(host, signal), signal);
      if (!allowsPrivateAddresses && !isDevelopers && !addresses.every(isPublicAddress))
        return { kind: 'rejected', status: null };
      const { status, retryAfter } = await postTo(url, { ...request, lookup: lookupOf(addresses), agent, signal });
      return outcomeOf(status, retryAfter);
    } catch {
      return { kind: 'later' };
    }
  }

  return {
    async send(subscription, payload, options) {
      if (
        checkPushEndpoint(subscription.endpoint, [...developerHosts, ...extraHosts]) !== null ||
        checkPushKeys(subscription) !== null
      ) {
        return { kind: 'rejected', status: null };
      }
      if (!(await places.take())) return { kind: 'later' };
      try {
        return await attempt(subscription, payload, options);
      } finally {
        places.leave();
      }
    },
  };
}

/** A sender for tests: `sent` holds every push; `answer` says what the next ones come to. */
export function fakePushSender(): PushSender & {
  sent: { subscription: PushSubscriptionAddress; payload: string; options: PushOptions }[];
  answer: (subscription: PushSubscriptionAddress) => PushOutcome;
} {
  const fake: ReturnType<typeof fakePushSender> = {
    sent: [],
    answer: () => ({ kind: 'delivered' }),
    async send(subscription, payload, options) {
      fake.sent.push({ subscription, payload, options });
      return fake.answer(subscription);
    },
  };
  return fake;
}

/** Headers and encrypted body. */
function encryptedRequest(
  { endpoint, p256dh, auth }: PushSubscriptionAddress,
  payload: string,
  { ttlSeconds, topic, urgency }: PushOptions,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
) {
  // Only this of web-push: its own sending reads answers without end and can bring the process down.
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttlSeconds,
    contentEncoding: 'aes128gcm',
    vapidDetails,
    ...(topic === undefined ? {} : { topic }),
    ...(urgency === undefined ? {} : { urgency }),
  });
}

/** Posts and hangs up as soon as the answer's headers are there: its body is never read and redirects are never followed. */
function postTo(
  url: URL,
  request: {
    headers: https.RequestOptions['headers'];
    body: Buffer;
    lookup: LookupFunction;
    agent: https.Agent;
    signal: AbortSignal;
  },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const { body, ...options } = request;
  return new Promise((resolve, reject) => {
    const sending = https.request(url, { ...options, method: 'POST', maxHeaderSize: 16_384 });
    sending.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      sending.destroy();
    });
    // Stays on: hanging up can itself raise an error after the answer.
    sending.on('error', reject);
    sending.on('close', () => reject(new Error('closed without an answer')));
    sending.end(body);
  });
}

function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 401 || status === 403) return { kind: 'refused' };
  if (status === 413) return { kind: 'too-large' };
  if (status === 408 || status === 429 || status >= 500) return { kind: 'later', ...retryAfterOf(retryAfter) };
  return { kind: 'rejected', status };
}

/** Retry-After as seconds or as a date, never negative and never beyond a day. */
function retryAfterOf(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? {} : { retryAfterMs: Math.min(Math.max(waitMs, 0), maxRetryAfterMs) };
}

/** Addresses straight from the name servers: cancellable, no search domains, and no file of this machine has a say. */
async function resolveHost(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new Error('host has no address');
  return found;
}

/** Addresses as this machine's own files and settings have them, for hosts a developer named. */
async function resolveOnMachine(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Gives the connection the addresses that were checked, so that a second look-up can't give others. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, done) => {
    const [first] = all;
    if (wantsAll) done(null, all);
    else if (first) done(null, first.address, first.family);
    else done(new Error('host has no address'), '');
  };
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('deadline passed')), { once: true });
  });
  return Promise.race([work, aborted]);
}
