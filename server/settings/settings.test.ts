// Settings from the environment and from files, misspelt ones, hosts of brands, and what does not start in production.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { misspeltIn, readConfig } from '#server/config.ts';
import { brandsOf } from '#server/open-world.ts';
import { refuseRisks, risksOf } from './production-risks.ts';

let folder: string;
const fileWith = (text: string): string => {
  const file = path.join(folder, 'value');
  writeFileSync(file, text);
  return file;
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a setting in a file', () => {
  test('has the value of the file without the line break at its end', () => {
    expect(readConfig({ SMTP_URL_FILE: fileWith('smtps://ada:secret@mail.org\n') }).smtpUrl).toBe('smtps://ada:secret@mail.org');
  });

  test.each([
    [{ SMTP_URL_FILE: '/nowhere' }, /SMTP_URL_FILE is wrong: ENOENT/],
    [{ DATABASE_URL: 'postgres://x', DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL and DATABASE_URL_FILE exclude each other'],
  ])('%o is refused', (env, reason) => expect(() => readConfig(env)).toThrow(reason));

  test('is checked like any other, without telling its value', () => {
    const read = () => readConfig({ DATABASE_URL_FILE: fileWith('mysql://ada:secret@db') });
    expect(read).toThrow('The setting DATABASE_URL is wrong');
    expect(read).not.toThrow('secret');
  });
});

describe('a misspelt setting', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['ALOWED_HOST', 'ALLOWED_HOSTS'],
  ])('%s is recognised as %s', (name, meant) => expect(misspeltIn({ [name]: '1' })).toEqual([{ name, meant }]));

  test('is no other variable, and no setting', () => {
    const others = ['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'PORTS', 'POST', 'NODE_OPTIONS', 'LANG', 'npm_config_cache', 'PGHOST'];
    const env = Object.fromEntries([...others, 'HOST', 'PORT', 'SMTP_URL', 'SMTP_URL_FILE'].map((name) => [name, '1']));
    expect(misspeltIn(env)).toEqual([]);
  });
});

describe('BRAND_HOSTS', () => {
  const env = { BRAND_HOSTS: 'hearthside=Meet.org,www.meet.org almanac=almanac.org' };

  test('moves brands and their email addresses to the hosts of the operator', () => {
    const brands = brandsOf(readConfig(env));
    expect(brands.forHost('www.meet.org')).toMatchObject({
      key: 'hearthside',
      canonicalHost: 'meet.org',
      mail: { fromAddress: 'hello@meet.org' },
      supportAddress: 'support@meet.org',
    });
    expect(brands.forHost('almanac.org')?.key).toBe('almanac');
    expect(brands.ofKey('hearthside').canonicalHost).toBe('meet.org');
  });

  test('takes their own hosts from all brands, and leaves localhost to the first brand', () => {
    const brands = brandsOf(readConfig(env));
    expect(['hearthside.example', 'brazen.example', 'brazen.localhost:1'].map((host) => brands.forHost(host)?.key)).toEqual([
      undefined,
      undefined,
      'hearthside',
    ]);
    expect(brands.forHost('localhost')?.canonicalHost).toBe('meet.org');
  });

  test.each([
    ['hearthside', /"hearthside" is not brand=host/],
    ['hearthside=https://meet.org', /is not brand=host/],
    ['hearthside=a.org,', /is not brand=host/],
    ['hearth=meet.org', /no brand "hearth"/],
    ['hearthside=meet.org almanac=meet.org', /claimed by two brands/],
  ])('%s is refused', (hosts, reason) => expect(() => brandsOf(readConfig({ BRAND_HOSTS: hosts }))).toThrow(reason));
});

describe('in production', () => {
  const safe = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://meet.org',
    SMTP_URL: 'smtps://mail.org',
    TRUST_PROXY: '10.0.0.1',
    BRAND_HOSTS: 'hearthside=meet.org',
  };
  const risks = (env: Readonly<Record<string, string>>) => {
    const config = readConfig(env);
    return risksOf({ config, brands: brandsOf(config).all, misspelt: misspeltIn(env) }).map(({ risk }) => risk);
  };

  test('safe settings have no risk', () => expect(risks(safe)).toEqual([]));

  test.each([
    ['no-mail', { SMTP_URL: '' }],
    ['plain-http', { PUBLIC_URL: 'http://meet.org' }],
    ['plain-http', { PUBLIC_URL: '' }],
    ['no-proxy', { TRUST_PROXY: 'false' }],
    ['example-hosts', { BRAND_HOSTS: '' }],
    ['misspelt', { TRUST_PROXI: '10.0.0.1' }],
  ])('there is the risk %s with %o', (risk, change) => expect(risks({ ...safe, ...change })).toEqual([risk]));

  test('a risk is accepted by its name, and no other one', () => {
    const config = readConfig({ ...safe, SMTP_URL: '', PUBLIC_URL: '', ACCEPTED_RISKS: 'no-mail' });
    const checked = { config, brands: brandsOf(config).all, misspelt: [] };
    expect(() => refuseRisks(checked, config.acceptedRisks)).toThrow(/plain-http: PUBLIC_URL is http:\/\/localhost:3000/);
    expect(() => refuseRisks(checked, config.acceptedRisks)).not.toThrow('no-mail');
    expect(() => refuseRisks(checked, ['no-mail', 'plain-http'])).not.toThrow();
    expect(() => readConfig({ ACCEPTED_RISKS: 'nomail' })).toThrow(/"nomail" is none of/);
  });

  test('the server ends at once, and says what to do', () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0' };
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/not safe:\n {2}no-mail: .*\n {2}plain-http: .*\n {2}example-hosts: .*\nMend them, or accept a risk/);
  });
});
