// Sends encrypted pushes to the browsers' push services. Time, memory and target addresses are strictly limited.
import { Resolver } from 'node:dns/promises';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import webPush from 'web-push';
import { dayMs } from '#shared/rules/durations.ts';
import { createSemaphore } from './semaphore.ts';
import { abortable } from './abortable.ts';
import { isPublicAddress, pinnedLookup, resolveOnMachine } from './public-address.ts';
import { checkPushEndpoint, checkPushKeys } from './push-address.ts';
import type { PushKeys } from './push-keys.ts';

export interface PushSubscriptionAddress {
  endpoint: string;
  /** In base64url, as the browser gives it. */
  p256dh: string;
  auth: string;
}

export interface PushOptions {
  /** How long the push service stores the message if the device is offline. */
  ttlSeconds: number;
  /** At most 32 base64url characters. A waiting message with the same topic is replaced. */
  topic?: string;
  urgency?: 'very-low' | 'low' | 'normal' | 'high';
}

export type PushOutcome =
  | { kind: 'delivered' }
  /** 404, 410: the subscription has ended. */
  | { kind: 'gone' }
  /** 401, 403: the subscription belongs to another server key. */
  | { kind: 'refused' }
  /** 408, 429, 5xx, no connection, no answer in time, or too many pushes are waiting here. */
  | { kind: 'later'; retryAfterMs?: number }
  /** 413, or more than the 4,096 encrypted bytes that push services accept. */
  | { kind: 'too-large' }
  /** Any other status. Null if nothing was sent, because the endpoint, its keys or its address are not accepted. */
  | { kind: 'rejected'; status: number | null };

export interface PushSender {
  /** Sends a push with a JSON payload. Failures are returned. @throws Error on a malformed topic or ttl */
  send(subscription: PushSubscriptionAddress, payload: string, options: PushOptions): Promise<PushOutcome>;
}

export interface WebPushSettings {
  keys: PushKeys;
  /** The address of the operator, as mailto: or https:. */
  subject: string;
  /** The longest time of an attempt in ms, from the DNS look-up to the response headers. */
  deadlineMs?: number;
  /** How many pushes are sent at once, and how many wait. For more, the outcome is 'later'. */
  maxInFlight?: number;
  maxWaiting?: number;
  /** For developers: other allowed hosts, written as in the URL, even at private addresses. */
  developerHosts?: readonly string[];
  /** What replaces the internet in tests. */
  forTests?: {
    extraHosts?: readonly string[];
    /** All addresses of a host. */
    resolve?: (host: string, signal: AbortSignal) => Promise<readonly string[]>;
    /** The certificate authority (PEM) of the test endpoint. */
    ca?: string;
    allowsPrivateAddresses?: boolean;
  };
}

/** All push services accept messages of up to this many encrypted bytes (RFC 8030, section 7.2). */
const maxBodyBytes = 4_096;
/** How many pushes are sent at once to a service that did not answer the last one, so that they do not delay those to others. */
const maxToSilentService = 2;
/** The maximum number of remembered services, because anybody can invent names. */
const maxServices = 1_000;
/** A longer Retry-After counts as this. */
const maxRetryAfterMs = dayMs;

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
  // An agent of our own: it resumes TLS sessions, keeps no connections open, and ignores proxies of the environment.
  const agent = new https.Agent({ keepAlive: false, maxSockets: maxInFlight, ca });
  const slots = createSemaphore(maxInFlight, maxWaiting);
  /** The services by host. */
  const services = new Map<string, { inFlight: number; isSilent: boolean }>();

  async function attemptAt(host: string, attempt: () => Promise<PushOutcome | null>): Promise<PushOutcome> {
    const service = services.get(host) ?? { inFlight: 0, isSilent: false };
    if (service.isSilent && service.inFlight >= maxToSilentService) return { kind: 'later' };
    services.set(host, service);
    service.inFlight += 1;
    const outcome = await attempt().finally(() => (service.inFlight -= 1));
    service.isSilent = outcome === null;
    if ((service.inFlight === 0 && !service.isSilent) || services.size > maxServices) services.delete(host);
    return outcome ?? { kind: 'later' };
  }

  /** Null if there is no answer. */
  async function attempt(
    subscription: PushSubscriptionAddress,
    payload: string,
    options: PushOptions,
  ): Promise<PushOutcome | null> {
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
      const { status, retryAfter } = await postTo(url, { ...request, lookup: pinnedLookup(addresses), agent, signal });
      return outcomeOf(status, retryAfter);
    } catch {
      return null;
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
      if (!(await slots.acquire())) return { kind: 'later' };
      try {
        return await attemptAt(new URL(subscription.endpoint).host, () => attempt(subscription, payload, options));
      } finally {
        slots.release();
      }
    },
  };
}

/** A sender for tests. `sent` has all pushes, and `answer` sets the outcome of the next ones. */
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

function encryptedRequest(
  { endpoint, p256dh, auth }: PushSubscriptionAddress,
  payload: string,
  { ttlSeconds, topic, urgency }: PushOptions,
  vapidDetails: { subject: string; publicKey: string; privateKey: string },
) {
  // Only this part of web-push is used, because its own sending reads replies without limit and can crash the process.
  return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttlSeconds,
    contentEncoding: 'aes128gcm',
    vapidDetails,
    ...(topic === undefined ? {} : { topic }),
    ...(urgency === undefined ? {} : { urgency }),
  });
}

/** Closes the connection when the response headers arrive, so that no body is read. Redirects are not followed. */
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
    // Never removed, because destroying the request can raise an error after the response.
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

/** Reads seconds or a date. The result is never negative and never more than a day. */
function retryAfterOf(header: string | undefined): { retryAfterMs?: number } {
  if (header === undefined) return {};
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(waitMs) ? {} : { retryAfterMs: Math.min(Math.max(waitMs, 0), maxRetryAfterMs) };
}

/** Asks the name servers directly, so that it can be cancelled, and uses no search domains and no hosts file. */
async function resolveHost(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 1_500, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length === 0) throw new Error('host has no address');
  return found;
}
