// Reads the server's configuration from environment variables.
import path from 'node:path';
import * as z from 'zod/mini';
import type { BaseMapSettings } from './outside/base-map.ts';
import type { PictureBucket } from './outside/s3-calls.ts';
import { hasEscapedLogin, hasHost, hasProtocol, isContact, isOneLine } from './settings/addresses.ts';
import { isHost, isOrigin, readBrandHosts, type BrandHosts } from './settings/brand-hosts.ts';
import { misspeltSettings, misspeltText, type Misspelt } from './settings/misspelt-settings.ts';
import { readPicturesUrl } from './settings/pictures-url.ts';
import { productionRisks, type ProductionRisk } from './settings/production-risks.ts';
import { areProxies } from './settings/proxies.ts';
import { readRedisUrl } from './settings/redis-url.ts';
import { fileSettingOf, settingValues } from './settings/setting-files.ts';

/** If the value is not right, the checks after this one are left out. */
const check = (isRight: (value: string) => boolean, error: string) => z.refine<string>(isRight, { error, abort: true });
const oneLine = check(isOneLine, 'it has a line break or a tab in it');
const escapedLogin = check(hasEscapedLogin, 'in a user name or password / must be written as %2F, ? as %3F, and # as %23');
const protocol = (...protocols: string[]) =>
  check((value) => hasProtocol(value, protocols), `it must be a URL with ${protocols.join(' or ')}`);

const text = z.optional(z.string());
const addressText = z.optional(z.string().check(oneLine));

const integerText = (min: number, max: number) => {
  const error = `it must be a whole number from ${min} to ${max}`;
  return z.pipe(
    z.pipe(z.string(), z.transform(Number)),
    z.number({ error }).check(z.int({ error }), z.gte(min, { error }), z.lte(max, { error })),
  );
};

const oneOf = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `it must be one of ${values.join(', ')}` });

const onOrOff = z._default(oneOf('0', '1'), '0');

const environment = z.object({
  PORT: z._default(integerText(0, 65_535), 3_000),
  HOST: z._default(z.string(), '127.0.0.1'),
  OPS_PORT: z.optional(integerText(0, 65_535)),
  OPS_HOST: z._default(z.string(), '127.0.0.1'),
  DRAIN_SECONDS: z._default(integerText(0, 300), 0),
  DATA_DIR: z._default(
    z.string().check(check((folder) => !folder.startsWith('~'), 'only a shell replaces ~, so write the whole path')),
    './data',
  ),
  PUBLIC_URL: z.optional(z.string().check(oneLine, check(isOrigin, 'it must be like https://example.org, without a path'))),
  ALLOWED_HOSTS: z._default(
    z.string().check(check((list) => wordsOf(list).every(isHost), 'it must have hosts like example.org')),
    '',
  ),
  BRAND_HOSTS: z._default(z.string(), ''),
  SMTP_URL: z.optional(
    z.string().check(oneLine, escapedLogin, protocol('smtp:', 'smtps:'), check(hasHost, 'it must have a host')),
  ),
  LINK_STYLE: z._default(oneOf('fragment', 'query'), 'fragment'),
  DATABASE_URL: z.optional(z.string().check(oneLine, escapedLogin, protocol('postgres:', 'postgresql:'))),
  REDIS_URL: addressText,
  PICTURES_URL: addressText,
  PICTURES_ACCESS_KEY: text,
  PICTURES_SECRET_KEY: text,
  PICTURES_SESSION_TOKEN: text,
  VAPID_SUBJECT: z.optional(
    z.string().check(check(isContact, 'it must be like mailto:operator@example.org or https://example.org')),
  ),
  PUSH_ENDPOINT_HOSTS: z._default(z.string(), ''),
  FORGET_PUSH_DEVICES: onOrOff,
  TRUST_PROXY: z._default(z.string().check(check(areProxies, 'it must be true, false, or addresses of proxies')), ''),
  MAP_PMTILES: text,
  MAP_RASTER_URL: z.optional(z.string().check(oneLine, protocol('http:', 'https:'))),
  MAP_RASTER_ZOOM: z._default(integerText(0, 22), 19),
  MAP_RASTER_CACHE_MB: z._default(integerText(1, 1_000_000), 1_024),
  MAP_ATTRIBUTION: text,
  MAP_PREPARE: z._default(oneOf('at-start', 'when-asked'), 'at-start'),
  NODE_ENV: z._default(oneOf('development', 'production', 'test'), 'development'),
  ENABLE_TEST_USERS: onOrOff,
  ACCEPTED_RISKS: z._default(z.string(), ''),
  ACCESS_LOG: onOrOff,
  LOG_LEVEL: z._default(oneOf('silent', 'error', 'warn', 'info', 'debug'), 'info'),
});

export const settingNames = Object.keys(environment.shape);

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Where operators ask for liveness, readiness and metrics, or null. */
  readonly operations: { readonly port: number; readonly host: string } | null;
  /** For how long the server still answers after a signal to end, while it reports not ready, so that a load balancer notices. */
  readonly drainMs: number;
  readonly dataDir: string;
  /** The origin of links in emails if the host belongs to no brand. It has no trailing slash. */
  readonly publicUrl: string;
  readonly allowedHosts: readonly string[];
  readonly brandHosts: BrandHosts;
  readonly smtpUrl: string | null;
  /** Where an emailed link has its token. A fragment is never sent to a server, but some email programs remove it. */
  readonly linkStyle: 'fragment' | 'query';
  readonly databaseUrl: string | null;
  /** Null if the process keeps its own counts for limits. */
  readonly redisUrl: string | null;
  /** Null if pictures are kept in files in dataDir. */
  readonly pictureBucket: PictureBucket | null;
  /** Whether other processes may use the same data at the same time: database, limits and pictures are all outside of this one. */
  readonly sharesData: boolean;
  readonly vapidSubject: string | null;
  /** For developers: hosts with port that are also accepted as push services, even at private addresses. */
  readonly pushEndpointHosts: readonly string[];
  /** Removes devices that subscribed with other push keys. Otherwise startup fails if there are such devices. */
  readonly forgetsPushDevices: boolean;
  /** The addresses of proxies whose X-Forwarded-* headers count. true: all, false: none. */
  readonly trustProxy: boolean | string;
  readonly baseMap: BaseMapSettings;
  /** Whether the map is prepared before somebody asks for it. */
  readonly preparesMap: boolean;
  readonly isProduction: boolean;
  readonly allowsTestUsers: boolean;
  /** The risks with which the server may start in production. */
  readonly acceptedRisks: readonly ProductionRisk[];
  readonly logLevel: string;
  /** Whether each call is logged. */
  readonly logsCalls: boolean;
}

/** Throws an error with a sentence for each mistake in the settings. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values, mistakes } = settingValues(env, settingNames);
  const parsed = z.safeParse(environment, values);
  for (const { path: at, message } of parsed.error?.issues ?? [])
    mistakes.push(`The setting ${String(at[0])} is wrong: ${message}`);
  if (values.OPS_HOST !== undefined && values.OPS_PORT === undefined)
    mistakes.push('The setting OPS_HOST needs OPS_PORT: without a port nothing listens there.');
  const collected = collector(mistakes);
  const brandHosts = collected(() => readBrandHosts(values.BRAND_HOSTS ?? ''));
  const acceptedRisks = collected(() => risksIn(values.ACCEPTED_RISKS ?? ''));
  const baseMap = collected(() => baseMapOf(values, parsed.data));
  const pictureBucket = collected(() => readPicturesUrl(values));
  const redisUrl = collected(() => readRedisUrl(values));
  if (mistakes.length > 0 || !parsed.success || !brandHosts || !acceptedRisks || !baseMap)
    throw new Error([...mistakes, ...misspeltIn(env).map(misspeltText)].join('\n'));
  const e = parsed.data;
  const isProduction = e.NODE_ENV === 'production';
  return {
    port: e.PORT,
    host: e.HOST,
    operations: e.OPS_PORT === undefined ? null : { port: e.OPS_PORT, host: e.OPS_HOST },
    drainMs: e.DRAIN_SECONDS * 1_000,
    dataDir: path.resolve(e.DATA_DIR),
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    allowedHosts: hostsOf(e.ALLOWED_HOSTS),
    brandHosts,
    smtpUrl: e.SMTP_URL ?? null,
    linkStyle: e.LINK_STYLE,
    databaseUrl: e.DATABASE_URL ?? null,
    redisUrl,
    pictureBucket,
    sharesData: e.DATABASE_URL !== undefined && redisUrl !== null && pictureBucket !== null,
    vapidSubject: e.VAPID_SUBJECT ?? null,
    pushEndpointHosts: hostsOf(e.PUSH_ENDPOINT_HOSTS),
    forgetsPushDevices: e.FORGET_PUSH_DEVICES === '1',
    trustProxy: e.TRUST_PROXY === 'true' ? true : e.TRUST_PROXY === '' || e.TRUST_PROXY === 'false' ? false : e.TRUST_PROXY,
    baseMap,
    preparesMap: e.MAP_PREPARE === 'at-start',
    isProduction,
    allowsTestUsers: !isProduction || e.ENABLE_TEST_USERS === '1',
    acceptedRisks,
    logLevel: e.LOG_LEVEL,
    logsCalls: e.ACCESS_LOG === '1',
  };
}

/** Runs checks that throw, and collects the messages. */
const collector =
  (mistakes: string[]) =>
  <T>(read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      mistakes.push(error instanceof Error ? error.message : String(error));
      return null;
    }
  };

/** The environment variables that are probably misspelt settings. */
export const misspeltIn = (env: Readonly<Record<string, string | undefined>>): Misspelt[] =>
  misspeltSettings(Object.keys(env), [...settingNames, ...settingNames.map(fileSettingOf)]);

/** Words separated by blanks or commas. */
const wordsOf = (list: string): string[] => list.split(/[\s,]+/).filter((word) => word !== '');

const hostsOf = (list: string): string[] => wordsOf(list).map((host) => host.toLowerCase());

function risksIn(list: string): ProductionRisk[] {
  return wordsOf(list).map((word) => {
    const risk = productionRisks.find((name) => name === word);
    if (risk === undefined)
      throw new Error(`The setting ACCEPTED_RISKS is wrong: "${word}" is none of ${productionRisks.join(', ')}.`);
    return risk;
  });
}

/** The numbers are missing if the settings have other mistakes. Then the result is not used. */
function baseMapOf(
  { MAP_PMTILES: file, MAP_RASTER_URL: urlTemplate, MAP_ATTRIBUTION: attribution }: Readonly<Record<string, string>>,
  numbers: Pick<z.infer<typeof environment>, 'MAP_RASTER_ZOOM' | 'MAP_RASTER_CACHE_MB'> | undefined,
): BaseMapSettings {
  if (file !== undefined && urlTemplate !== undefined)
    throw new Error('The settings MAP_PMTILES and MAP_RASTER_URL exclude each other: the map has one source.');
  if (file !== undefined) return { kind: 'pmtiles', file: path.resolve(file), attribution: attribution ?? null };
  if (urlTemplate === undefined) return { kind: 'built-in' };
  if (URL.canParse(urlTemplate)) checkTemplate(urlTemplate);
  if (attribution === undefined)
    throw new Error('The setting MAP_RASTER_URL needs MAP_ATTRIBUTION: the source to name on the map.');
  return {
    kind: 'raster',
    urlTemplate,
    attribution,
    zoomMost: numbers?.MAP_RASTER_ZOOM ?? 0,
    cacheBytes: (numbers?.MAP_RASTER_CACHE_MB ?? 0) * 1_000_000,
  };
}

/** Only the path and the query may contain placeholders. */
function checkTemplate(urlTemplate: string): void {
  const placeholders = (urlTemplate.match(/\{[^}]*\}/g) ?? []).sort().join('');
  const { username, password, host, hash } = new URL(urlTemplate);
  if (placeholders !== '{x}{y}{z}' || /[{}]|%7b/i.test(host) || username + password !== '' || hash !== '')
    throw new Error(
      'The setting MAP_RASTER_URL is wrong: it must contain {z}, {x} and {y} once each, after the host and before any #, and no user name or password.',
    );
}
