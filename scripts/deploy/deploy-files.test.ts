// The files for deployment use settings, programs and files that exist, and the server accepts their settings in production.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { misspeltIn, readConfig, settingNames } from '#server/config.ts';
import { brandsOf } from '#server/open-world.ts';
import { refuseRisks } from '#server/settings/production-risks.ts';
import { deployFile, neededIn, readComposed, readImage, readUnit } from './read-deploy-files.ts';

const root = path.join(import.meta.dirname, '../..');
const units = ['community.service', 'community-backup.service'];

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Replaces the paths of secrets by files with this content. */
function withSecrets(env: Readonly<Record<string, string>>, secrets: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const files = Object.entries(secrets).map(([name, value]) => {
    const file = path.join(folder, name);
    writeFileSync(file, `${value}\n`);
    return [name, file] as const;
  });
  for (const [name] of files) expect(Object.keys(env)).toContain(name);
  return { ...env, ...Object.fromEntries(files) };
}

/** Throws if the server would not start in production with these settings. */
function acceptedInProduction(env: Readonly<Record<string, string>>) {
  for (const name of Object.keys(env)) expect(settingNames).toContain(name.replace(/_FILE$/, ''));
  const config = readConfig(env);
  refuseRisks({ config, brands: brandsOf(config).all, misspelt: misspeltIn(env) }, []);
  return config;
}

describe('the image', () => {
  const { env, command, healthCommand } = readImage();

  test('copies and runs files that exist, and asks its own port for its health', () => {
    const sources = [...deployFile('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, list]) => list?.split(' ') ?? [],
    );
    expect(sources).toEqual(['package.json', 'package-lock.json', '.']);
    expect(existsSync(path.join(root, command.at(-1) ?? ''))).toBe(true);
    expect(healthCommand.at(-1)).toContain(`127.0.0.1:${env.OPS_PORT}/health/ready`);
    expect(deployFile('Dockerfile')).toContain('scripts/build-production.ts');
  });

  test.each([
    ['SQLite', ['compose.yaml'], {}, { databaseUrl: null, redisUrl: null }],
    [
      'PostgreSQL',
      ['compose.yaml', 'compose.postgres.yaml'],
      { DATABASE_URL_FILE: 'postgres://community:secret@postgres/community' },
      { databaseUrl: 'postgres://community:secret@postgres/community' },
    ],
    ['Redis', ['compose.yaml', 'compose.redis.yaml'], {}, { redisUrl: 'redis://redis:6379', sharesData: false }],
    [
      'several processes',
      ['compose.yaml', 'compose.postgres.yaml', 'compose.redis.yaml', 'compose.several.yaml'],
      {
        DATABASE_URL_FILE: 'postgres://community:secret@postgres/community',
        PICTURES_ACCESS_KEY_FILE: 'key',
        PICTURES_SECRET_KEY_FILE: 'secret',
      },
      { sharesData: true },
    ],
  ])('starts in production as composed with %s', (_, files, secrets, expected) => {
    const composed = Object.assign({}, ...files.map((file) => readComposed(file, 'app'))) as Record<string, string>;
    const config = acceptedInProduction(
      withSecrets({ ...env, ...composed }, { SMTP_URL_FILE: 'smtps://ada:secret@mail.org', ...secrets }),
    );
    expect(config).toMatchObject({
      isProduction: true,
      host: '0.0.0.0',
      dataDir: '/data',
      trustProxy: 'uniquelocal',
      ...expected,
    });
    expect(readComposed('compose.yaml', 'proxy').APP_ADDRESS).toBe(`app:${env.PORT}`);
  });
});

test('the proxy knows every process, and each process has its own folder', () => {
  const file = deployFile('compose.several.yaml');
  const [, replicas] = /replicas: (\d+)/.exec(file) ?? [];
  const [, name] = /^name: (\w+)$/m.exec(deployFile('compose.yaml')) ?? [];
  const addresses = Array.from(
    { length: Number(replicas) },
    (_, process) => `${name}-app-${process + 1}:${readImage().env.PORT}`,
  );
  expect(readComposed('compose.several.yaml', 'proxy').APP_ADDRESS).toBe(addresses.join(' '));
  expect(file).toContain(`volumes: ['${readImage().env.DATA_DIR}']`);
});

test('Redis stores nothing on a disk, and publishes no port', () => {
  const file = deployFile('compose.redis.yaml');
  expect(file).toContain("command: [redis-server, --save, '', --appendonly, 'no']");
  expect(file).not.toMatch(/volumes:|ports:/);
});

test('secrets are neither committed nor copied into the image', () => {
  const folders = ['compose.yaml', 'compose.postgres.yaml', 'compose.several.yaml'].flatMap((name) =>
    [...deployFile(name).matchAll(/^ {4}file: \.\/(.+)$/gm)].map(([, file]) => path.dirname(file ?? '')),
  );
  expect([...new Set(folders)]).toEqual(['secrets']);
  const copiedNowhere = deployFile('Dockerfile.dockerignore').split('\n');
  expect(copiedNowhere).toEqual(expect.arrayContaining(['scripts/deploy/secrets', 'scripts/deploy/.env']));
  const uncommitted = readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n');
  expect(uncommitted).toEqual(expect.arrayContaining(['/scripts/deploy/secrets/', '/scripts/deploy/.env']));
});

describe('the README', () => {
  const text = deployFile('README.md');

  test('has commands that a production folder has, with the paths of the units', () => {
    const scripts = [...text.matchAll(/scripts\/([\w-]+)\.ts/g)].map(([, name]) => name ?? '');
    expect(new Set(scripts)).toEqual(new Set(['backup', 'restore', 'integrity', 'grant-admin']));
    const { env, command, folder } = readUnit('community-backup.service');
    expect(text).toContain(
      `--setenv=NODE_ENV=${env.NODE_ENV} --setenv=DATA_DIR=${env.DATA_DIR} \\\n      ${command[0]} scripts/`,
    );
    expect(text).toContain(`--working-directory=${folder} `);
    expect(text).toContain(`${command.at(-1)}/BACKUP`);
  });

  test('has settings with which the containers start', () => {
    const settings = Object.fromEntries(
      [...text.matchAll(/^ {4}(PUBLIC_URL|BRAND_HOSTS|SITE_HOSTS)=(.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    expect(Object.keys(settings).sort()).toEqual(neededIn('compose.yaml'));
    const { SITE_HOSTS: _siteHosts, ...others } = settings;
    const env = { ...readImage().env, ...others, TRUST_PROXY: '127.0.0.1' };
    acceptedInProduction(withSecrets({ ...env, SMTP_URL_FILE: '' }, { SMTP_URL_FILE: 'smtps://ada:secret@mail.org' }));
  });
});

describe('the units', () => {
  test('start in production with the settings that their comments name', () => {
    const { env } = readUnit('community.service');
    const settings = { PUBLIC_URL: 'https://example.org', BRAND_HOSTS: 'hearthside=example.org', TRUST_PROXY: '127.0.0.1' };
    acceptedInProduction(withSecrets({ ...env, ...settings }, { SMTP_URL_FILE: 'smtps://ada:secret@mail.org' }));
    expect(readUnit('community-backup.service').env.DATA_DIR).toBe(env.DATA_DIR);
  });

  test.each(units)('%s runs files that exist', (unit) => {
    const { command, folder } = readUnit(unit);
    expect(command[0]).toBe(`${folder}/node_modules/.bin/node`);
    const script = command.find((part) => part.endsWith('.ts')) ?? '';
    expect(existsSync(path.join(root, script))).toBe(true);
  });

  test('pass the check by systemd', ({ skip }) => {
    skip(spawnSync('systemd-analyze', ['--version']).status !== 0, 'systemd-analyze is not on this machine');
    const folder = temporaryFolder();
    const files = [...units, 'community-backup.timer'].map((name) => {
      const file = path.join(folder, name);
      writeFileSync(file, deployFile(name).replaceAll('/opt/community/node_modules/.bin/node', process.execPath));
      return file;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('community'))]).toEqual([0, []]);
  });
});

test('the proxy passes the hosts of the operator to the port of the application', ({ skip }) => {
  expect(deployFile('Caddyfile')).toContain('reverse_proxy {$APP_ADDRESS:127.0.0.1:3000}');
  expect(readConfig({}).port).toBe(3_000);
  // Caddy logs the address and the path of calls that fail.
  expect(deployFile('Caddyfile')).toMatch(/log \{[^}]*format filter \{[^}]*request delete/);
  skip(spawnSync('caddy', ['version']).status !== 0, 'Caddy is not on this machine');
  const env = { ...process.env, SITE_HOSTS: 'example.org, www.example.org' };
  const file = path.join(import.meta.dirname, 'Caddyfile');
  const { status, stderr } = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
});
