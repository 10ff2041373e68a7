// Settings from the environment and from files, misspelt ones, hosts of brands, and what does not start in production.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { misspeltIn, readConfig, settingNames } from '#server/config.ts';
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
  test.each(['\n', '\r\n', ' \n\n'])('has the value of the file without %o at its end', (end) => {
    expect(readConfig({ SMTP_URL_FILE: fileWith(`smtps://ada:secret@mail.org${end}`) }).smtpUrl).toBe(
      'smtps://ada:secret@mail.org',
    );
  });

  test.each([
    [{ SMTP_URL_FILE: '/nowhere' }, 'SMTP_URL_FILE is wrong: /nowhere does not exist.'],
    [{ SMTP_URL_FILE: '/' }, 'SMTP_URL_FILE is wrong: / is a folder.'],
    [{ DATABASE_URL: 'postgres://x', DATABASE_URL_FILE: '/nowhere' }, 'DATABASE_URL and DATABASE_URL_FILE exclude each other'],
  ])('%o is refused', (env, reason) => expect(() => readConfig(env)).toThrow(reason));

  test('is refused if the file is empty, because the server would start on an empty database of its own', () =>
    expect(() => readConfig({ DATABASE_URL_FILE: fileWith('\n') })).toThrow(
      /DATABASE_URL_FILE is wrong: the file \S+ is empty\./,
    ));

  test('is checked like any other, without revealing its value', () => {
    const read = () => readConfig({ DATABASE_URL_FILE: fileWith('mysql://ada:secret@db') });
    expect(read).toThrow('The setting DATABASE_URL is wrong');
    expect(read).not.toThrow('secret');
  });
});

describe('a value that another program took from a file of settings', () => {
  test('is read without the spaces and line breaks around it', () => {
    const { isProduction, dataDir, port } = readConfig({ NODE_ENV: 'production\r', DATA_DIR: ' /data\r', PORT: '3001 ' });
    expect({ isProduction, dataDir, port }).toEqual({ isProduction: true, dataDir: '/data', port: 3001 });
  });

  test.each(['NODE_ENV', 'DATA_DIR', 'DATABASE_URL_FILE'])('is refused with quotation marks around it: %s', (name) => {
    const value = name.endsWith('_FILE') ? fileWith('"postgres://db/app"\n') : '"production"';
    const setting = name.replace('_FILE', '');
    expect(() => readConfig({ [name]: value })).toThrow(
      `The setting ${setting} is wrong: it has quotation marks around it. Remove them.`,
    );
  });
});

describe('a misspelt setting', () => {
  test.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['ALOWED_HOST', 'ALLOWED_HOSTS'],
    ['database_url', 'DATABASE_URL'],
    ['Redis_Urls', 'REDIS_URL'],
  ])('%s is recognised as %s', (name, meant) => expect(misspeltIn({ [name]: '1' })).toEqual([{ name, meant }]));

  test.each(['MAP_STYLE_LAYERS', 'map_style_layers'])('is also %s, which begins like a setting and resembles none', (name) =>
    expect(misspeltIn({ [name]: '1' })).toEqual([{ name, meant: null }]),
  );

  test('is neither the variable of another program nor a setting', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTS',
      'PORTS',
      'POST',
      'NODE_OPTIONS',
      'LANG',
      'npm_config_cache',
      'http_proxy',
      'no_proxy',
      'PGHOST',
    ];
    const env = Object.fromEntries([...others, 'HOST', 'PORT', 'SMTP_URL', 'SMTP_URL_FILE'].map((name) => [name, '1']));
    expect(misspeltIn(env)).toEqual([]);
  });
});

describe('mistakes', () => {
  test.each([
    [{ PORT: '65536' }, 'The setting PORT is wrong: it must be a whole number from 0 to 65535'],
    [{ OPS_PORT: 'x' }, 'The setting OPS_PORT is wrong: it must be a whole number from 0 to 65535'],
    [{ OPS_HOST: '0.0.0.0' }, 'The setting OPS_HOST needs OPS_PORT: without a port nothing listens there.'],
    [{ NODE_ENV: 'prod' }, 'The setting NODE_ENV is wrong: it must be one of development, production, test'],
    [
      { PUBLIC_URL: 'https://meet.org/app' },
      'The setting PUBLIC_URL is wrong: it must be like https://example.org, without a path',
    ],
    [{ PUBLIC_URL: 'meet.org' }, 'The setting PUBLIC_URL is wrong: it must be like https://example.org, without a path'],
    [{ ALLOWED_HOSTS: 'https://meet.org' }, 'The setting ALLOWED_HOSTS is wrong: it must have hosts like example.org'],
    [{ BRAND_HOSTS: 'brazen=a.org brazen=b.org' }, 'The setting BRAND_HOSTS is wrong: it names a brand twice.'],
    [{ LOG_LEVEL: 'loud' }, 'The setting LOG_LEVEL is wrong: it must be one of silent, error, warn, info, debug'],
    [{ ENABLE_TEST_USERS: 'yes' }, 'The setting ENABLE_TEST_USERS is wrong: it must be one of 0, 1'],
    [{ ACCESS_LOG: 'true' }, 'The setting ACCESS_LOG is wrong: it must be one of 0, 1'],
    [{ TRUST_PROXY: 'proxy' }, 'The setting TRUST_PROXY is wrong: it must be true, false, or addresses of proxies'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'The setting TRUST_PROXY is wrong: it must be true, false, or addresses of proxies'],
    [{ TRUST_PROXY: '::1, ::/0' }, 'The setting TRUST_PROXY is wrong: it must be true, false, or addresses of proxies'],
    [{ TRUST_PROXY: '10.0.0.1/33' }, 'The setting TRUST_PROXY is wrong: it must be true, false, or addresses of proxies'],
    [{ DATA_DIR: '~/data' }, 'The setting DATA_DIR is wrong: only a shell replaces ~, so write the whole path'],
    [{ SMTP_URL: 'smtp:mail.org' }, 'The setting SMTP_URL is wrong: it must be a URL with smtp: or smtps:'],
    [{ SMTP_URL: 'smtp://' }, 'The setting SMTP_URL is wrong: it must have a host'],
  ])('%o is refused', (env, reason) => expect(() => readConfig(env)).toThrow(new Error(reason)));

  test.each(['a@example.org', 'http://example.org', 'mailto:', 'x'])('VAPID_SUBJECT=%s is refused', (contact) =>
    expect(() => readConfig({ VAPID_SUBJECT: contact })).toThrow(
      'The setting VAPID_SUBJECT is wrong: it must be like mailto:operator@example.org or https://example.org',
    ),
  );

  test.each(['true', 'false', '', '10.0.0.1', 'loopback, fd00::/8', '::1,10.0.0.0/8'])('TRUST_PROXY=%s is accepted', (proxies) =>
    expect(() => readConfig({ TRUST_PROXY: proxies })).not.toThrow(),
  );

  test('are all reported at once, with misspelt settings, and without passwords', () => {
    const read = () =>
      readConfig({
        PORT: '-7',
        SMTP_URL: 'http://ada:secret@mail.org',
        DATABASE_URL_FILE: '/nowhere',
        BRAND_HOSTS: 'hearthside',
        ACCEPTED_RISKS: 'nomail',
        MAP_RASTER_URL: 'https://tiles.org/{z}/{x}/{y}.png',
        PUBLC_URL: 'https://meet.org',
      });
    expect(read).toThrow(
      new Error(
        [
          'The setting DATABASE_URL_FILE is wrong: /nowhere does not exist.',
          'The setting PORT is wrong: it must be a whole number from 0 to 65535',
          'The setting SMTP_URL is wrong: it must be a URL with smtp: or smtps:',
          'The setting BRAND_HOSTS is wrong: "hearthside" is not brand=host or brand=host,host.',
          'The setting ACCEPTED_RISKS is wrong: "nomail" is none of misspelt, no-mail, plain-http, no-proxy, example-hosts.',
          'The setting MAP_RASTER_URL needs MAP_ATTRIBUTION: the source to name on the map.',
          'PUBLC_URL is no setting. PUBLIC_URL may be meant.',
        ].join('\n'),
      ),
    );
  });
});

describe('an address', () => {
  test.each(['SMTP_URL', 'DATABASE_URL', 'REDIS_URL', 'PICTURES_URL', 'PUBLIC_URL', 'MAP_RASTER_URL'])(
    'is refused if its file has a second line: %s',
    (name) => {
      expect(() => readConfig({ [`${name}_FILE`]: fileWith('https://mail.org\r\nsecret\n') })).toThrow(
        `The setting ${name} is wrong: it has a line break or a tab in it`,
      );
    },
  );

  test.each([
    'postgres://ada:12/canary@db/app',
    'postgres://ada:canary/12==@db/app',
    'postgres://ada:12?canary@db/app',
    'postgres://ada:12/1?canary@db/app',
    'postgres://ada:canary#1@db/app',
  ])('is refused with a password that ends its host, without the password: %s', (url) => {
    for (const [name, address] of [
      ['DATABASE_URL', url],
      ['SMTP_URL', url.replace('postgres', 'smtps')],
    ] as const)
      expect(() => readConfig({ [name]: address })).toThrow(
        new Error(`The setting ${name} is wrong: in a user name or password / must be written as %2F, ? as %3F, and # as %23`),
      );
  });

  test.each([
    'postgres://ada:p%2Fa%40ss@db/app?options=-c%20work_mem%3D5MB&application_name=a@b',
    'postgres:///app?host=/var/run/postgresql&user=ada@example.org',
    'postgresql://ada@example.org:pa:ss@[::1]:5432/app?sslmode=verify-full',
  ])('is read: %s', (url) => expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url));
});

test('the tables of the READMEs have every setting, and no other one', () => {
  const tables = ['README.md', 'server/README.md'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\| setting [\s\S]*?(?=\n\n)/gm)].map(([table]) => table),
  );
  expect(tables).toHaveLength(2);
  const first = tables.flatMap((table) =>
    table
      .split('\n')
      .slice(2)
      .map((row) => row.split('|')[1] ?? ''),
  );
  expect(first.flatMap((cell) => cell.trim().split(', ')).toSorted()).toEqual(settingNames.toSorted());
});

test('the base map is prepared at startup, or when somebody asks for it', () => {
  expect([{}, { MAP_PREPARE: 'when-asked' }].map((env) => readConfig(env).preparesMap)).toEqual([true, false]);
  expect(() => readConfig({ MAP_PREPARE: 'later' })).toThrow(/MAP_PREPARE is wrong/);
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

  test('removes the hosts that the brands have by themselves, and leaves localhost to the first brand', () => {
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

  test('a server with settings that are not safe ends at once, and says what to do', () => {
    const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: folder, PORT: '0' };
    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/not safe:\n {2}no-mail: .*\n {2}plain-http: .*\n {2}example-hosts: .*\nMend them, or accept a risk/);
  });
});
