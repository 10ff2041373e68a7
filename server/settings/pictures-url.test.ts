// The settings of the bucket with the pictures: its address, its keys, and mistakes, which are reported without the keys.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { misspeltIn, readConfig } from '#server/config.ts';

const keys = { PICTURES_ACCESS_KEY: 'AKIDCANARY', PICTURES_SECRET_KEY: 'canary+secret/key' };
const bucketOf = (url: string, more = {}) => readConfig({ PICTURES_URL: url, ...keys, ...more }).pictureBucket;

test('without PICTURES_URL there is no bucket', () => expect(readConfig({}).pictureBucket).toBeNull());

test.each([
  [
    's3://pictures/of/members?endpoint=https://objects.example.net:8443/&region=eu-1&style=host',
    { bucket: 'pictures', prefix: 'of/members/', endpoint: 'https://objects.example.net:8443', region: 'eu-1', style: 'host' },
  ],
  [
    's3://pictures?endpoint=http://minio:9000',
    { bucket: 'pictures', prefix: '', endpoint: 'http://minio:9000', region: 'us-east-1', style: 'path' },
  ],
  [
    's3://pictures/?region=eu-central-1',
    { prefix: '', endpoint: 'https://s3.eu-central-1.amazonaws.com', region: 'eu-central-1', style: 'host' },
  ],
  ['s3://a.b.c/x/?region=eu-central-1&style=path', { bucket: 'a.b.c', prefix: 'x/', style: 'path' }],
  ['s3://abc?endpoint=https://x.org/storage/s3/', { endpoint: 'https://x.org/storage/s3' }],
])('%s is read', (url, bucket) => {
  expect(bucketOf(url)).toMatchObject({ ...bucket, accessKey: 'AKIDCANARY', secretKey: 'canary+secret/key', sessionToken: null });
});

test('keys and token are read from files too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    writeFileSync(path.join(folder, text), `${text}\n`);
    return path.join(folder, text);
  };
  const env = {
    PICTURES_URL: 's3://pictures?region=eu-1',
    PICTURES_ACCESS_KEY_FILE: fileOf('one'),
    PICTURES_SECRET_KEY_FILE: fileOf('two'),
    PICTURES_SESSION_TOKEN_FILE: fileOf('three'),
  };
  expect(readConfig(env).pictureBucket).toMatchObject({ accessKey: 'one', secretKey: 'two', sessionToken: 'three' });
  expect(misspeltIn({ ...env, PICTURES_REGION: 'x' })).toEqual([{ name: 'PICTURES_REGION', meant: null }]);
});

describe('refused, with what to do', () => {
  const host = 'endpoint=https://store.org';
  test.each([
    ['https://store.org/pictures', 'must have the form s3://BUCKET/PREFIX?endpoint='],
    ['s3://', 'must have the form'],
    ['s3://AKIDCANARY:canary+secret@pictures?region=eu-1', 'keys belong into PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY'],
    ['s3://localhost:9000/pictures?region=eu-1', 'after s3:// must be the name of a bucket'],
    ['s3://My_Bucket?region=eu-1', 'after s3:// must be the name of a bucket'],
    [`s3://pictures/a%20b?${host}`, 'the prefix may consist of letters, digits'],
    [`s3://pictures/a//b?${host}`, 'the prefix may consist of letters, digits'],
    [`s3://pictures?${host}&acl=public`, 'there are endpoint, region, style'],
    ['s3://pictures', 'it needs region='],
    ['s3://pictures?endpoint=store.org', 'endpoint must be a URL with http: or https:'],
    ['s3://pictures?endpoint=https://AKIDCANARY@store.org', 'endpoint must be a URL with http: or https:'],
    ['s3://pictures?endpoint=https://:canary@store.org', 'endpoint must be a URL with http: or https:'],
    ['s3://pictures?endpoint=http://store.org', 'outside of your own network the endpoint must begin with https:'],
    [`s3://pictures?${host}&style=virtual`, 'style must be path or host'],
    ['s3://pictures?endpoint=http://10.0.0.1:9000&style=host', 'with an IP address it needs style=path'],
    [`s3://my.pictures?${host}&style=host`, 'no certificate is valid for a bucket with a dot'],
  ])('%s', (url, reason) => {
    expect(() => bucketOf(url)).toThrow(reason);
    expect(() => bucketOf(url)).toThrow('The setting PICTURES_URL is wrong: ');
    expect(() => bucketOf(url)).not.toThrow(/canary/i);
  });

  test.each([
    [
      { PICTURES_URL: 's3://pictures?region=eu-1' },
      /PICTURES_URL needs PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY, or the paths/,
    ],
    [keys, /^The setting PICTURES_ACCESS_KEY, PICTURES_SECRET_KEY needs PICTURES_URL, such as s3:/],
    [
      { ...keys, PICTURES_URL: 's3://pictures?region=eu-1', PICTURES_SECRET_KEY: 'canary\nkey' },
      /PICTURES_SECRET_KEY is wrong: it contains a blank/,
    ],
  ])('%o', (env, reason) => {
    expect(() => readConfig(env)).toThrow(reason);
    expect(() => readConfig(env)).not.toThrow(/canary/i);
  });
});
