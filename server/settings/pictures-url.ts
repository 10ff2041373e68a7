// Reads from the settings in which bucket of an S3-compatible store the pictures are kept.
import { isInOwnNetwork } from './own-network.ts';

const names = {
  url: 'PICTURES_URL',
  accessKey: 'PICTURES_ACCESS_KEY',
  secretKey: 'PICTURES_SECRET_KEY',
  sessionToken: 'PICTURES_SESSION_TOKEN',
} as const;

const example = 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&style=path';
const parameters = ['endpoint', 'region', 'style'];
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Only characters that need no encoding, because stores encode others differently when they check signatures. */
const prefixPattern = /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/;
const regionPattern = /^[a-z0-9-]{1,50}$/i;

/** Returns null if pictures are kept in files. Throws an error with a sentence for each mistake, without the keys. */
export function readPicturesUrl(values: Readonly<Record<string, string>>) {
  const { [names.url]: url, [names.accessKey]: accessKey, [names.secretKey]: secretKey } = values;
  const sessionToken = values[names.sessionToken] ?? null;
  if (url === undefined) {
    const unused = Object.values(names).filter((name) => values[name] !== undefined);
    if (unused.length > 0) throw new Error(`The setting ${unused.join(', ')} needs ${names.url}, such as ${example}.`);
    return null;
  }
  const mistakes = mistakesIn(url);
  if (accessKey === undefined || secretKey === undefined)
    mistakes.push(
      `The setting ${names.url} needs ${names.accessKey} and ${names.secretKey}, or the paths of files with them in ${names.accessKey}_FILE and ${names.secretKey}_FILE.`,
    );
  for (const name of [names.accessKey, names.secretKey, names.sessionToken])
    if (/\s/.test(values[name] ?? '')) mistakes.push(`The setting ${name} is wrong: it contains a blank or a line break.`);
  if (mistakes.length > 0 || accessKey === undefined || secretKey === undefined) throw new Error(mistakes.join('\n'));
  return { ...placeIn(url), accessKey, secretKey, sessionToken };
}

function mistakesIn(url: string): string[] {
  const wrong = (reason: string): string => `The setting ${names.url} is wrong: ${reason}`;
  if (!/^s3:\/\/./.test(url) || !URL.canParse(url)) return [wrong(`it must have the form ${example}`)];
  const { username, password, port, hash, searchParams } = new URL(url);
  const unknown = [...searchParams.keys()].find((name) => !parameters.includes(name));
  const { bucket, prefix, endpoint, region, style } = placeIn(url);
  const reasons: readonly (readonly [boolean, string])[] = [
    [username !== '' || password !== '', `keys belong into ${names.accessKey} and ${names.secretKey}`],
    [port !== '' || !bucketPattern.test(bucket), 'after s3:// must be the name of a bucket; the store is named by endpoint='],
    [hash !== '' || !prefixPattern.test(prefix.slice(0, -1)), 'the prefix may consist of letters, digits, and _ - . /'],
    [unknown !== undefined, `it has an unknown parameter; there are ${parameters.join(', ')}`],
    [!isEndpoint(endpoint), 'endpoint must be a URL with http: or https:, without a user name or password, a query or #'],
    [
      endpoint.startsWith('http:') && !isInOwnNetwork(endpoint),
      'outside of your own network the endpoint must begin with https:',
    ],
    [!regionPattern.test(region), 'it needs region=, such as region=eu-central-1'],
    [style !== 'path' && style !== 'host', 'style must be path or host'],
    [style === 'host' && /^https?:\/\/(?:[\d.]+|\[.*\])(?::\d+)?$/.test(endpoint), 'with an IP address it needs style=path'],
    [
      style === 'host' && endpoint.startsWith('https:') && bucket.includes('.'),
      'no certificate is valid for a bucket with a dot in its name; it needs style=path',
    ],
  ];
  return reasons.flatMap(([isWrong, reason]) => (isWrong ? [wrong(reason)] : []));
}

/** Without an endpoint it is a bucket of Amazon. */
function placeIn(url: string) {
  const { hostname, pathname, searchParams } = new URL(url);
  const named = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? (named === null ? '' : 'us-east-1');
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint: (named ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    /** Whether the bucket is in the path or in the host name. */
    style: (searchParams.get('style') ?? (named === null ? 'host' : 'path')) as 'path' | 'host',
  };
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username + password === '' && search === '' && hash === '';
}
