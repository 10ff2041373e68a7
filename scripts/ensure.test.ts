// The preparation of a checkout: the Node that builds the client, users who cannot write to the folder, and Redis for tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
const isRoot = process.getuid?.() === 0;

/** A checkout whose build prints which Node runs it. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'checkout-'));
  chmodSync(root, 0o755);
  for (const folder of ['scripts', 'node_modules/.bin']) mkdirSync(path.join(root, folder), { recursive: true });
  for (const file of ['ensure.mjs', 'find-browsers.mjs'])
    copyFileSync(path.join(import.meta.dirname, file), path.join(root, 'scripts', file));
  writeFileSync(path.join(root, 'scripts/build.ts'), 'console.log(`built by ${process.argv0 as string}`);');
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  writeFileSync(path.join(root, 'node_modules/.installed-lock'), createHash('sha256').update('{}').digest('hex'));
});
afterEach(() => {
  if (!isRoot) execFileSync('chmod', ['-R', 'u+w', root]);
  rmSync(root, { recursive: true });
});

/** Runs as "nobody", or as the current user if only root could choose another one. */
const ensure = () =>
  spawnSync(process.execPath, [path.join(root, 'scripts/ensure.mjs'), 'build'], {
    encoding: 'utf8',
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  });

test('the Node of the packages builds the client', () => {
  const packaged = path.join(root, 'node_modules/.bin/node');
  symlinkSync(process.execPath, packaged);
  expect(ensure().stdout).toBe(`built by ${packaged}\n`);
});

test("the machine's own Node builds the client if there is no package for the platform", () => {
  expect(ensure()).toMatchObject({ status: 0, stdout: `built by ${process.execPath}\n` });
});

test('a user who cannot install the packages is told what to do', () => {
  writeFileSync(path.join(root, 'package-lock.json'), '{ }');
  if (!isRoot) execFileSync('chmod', ['-R', 'a-w', root]);
  const { status, stdout, stderr } = ensure();
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toBe(
    'Only the owner of this folder can install its packages. How others run it in production: scripts/deploy/README.md.\n',
  );
});

describe('Redis for tests', () => {
  /** Adds a program to the only folder on PATH, so that those of the machine are not found. */
  function addProgram(name: string, lines: string): void {
    const file = path.join(root, 'programs', name);
    writeFileSync(file, `#!/bin/sh\n${lines}\n`);
    chmodSync(file, 0o755);
  }

  /** Prepares the checkout for tests, with all browsers installed. */
  function prepare(user: { uid?: number; gid?: number }) {
    const browser = process.execPath;
    const env = { PATH: path.join(root, 'programs'), CHROMIUM_PATH: browser, FIREFOX_PATH: browser };
    return spawnSync(process.execPath, [path.join(root, 'scripts/ensure.mjs'), 'test'], { encoding: 'utf8', env, ...user });
  }

  beforeEach(() => mkdirSync(path.join(root, 'programs')));
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};

  test('an installed Redis is used', () => {
    addProgram('redis-server', 'exit 0');
    expect(prepare(nobody)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  test('a user who cannot install Redis is told what to do, and all other tests run', () => {
    expect(prepare(nobody)).toMatchObject({
      status: 0,
      stderr: 'The tests of REDIS_URL will fail: install redis-server, so that it is on PATH.\n',
    });
  });

  test('on Debian, root installs Redis', ({ skip }) => {
    skip(!isRoot || process.platform !== 'linux', 'only root can install packages');
    const log = path.join(root, 'log');
    const installed = path.join(root, 'programs/redis-server');
    addProgram(
      'apt-get',
      `echo "$*" >> ${log}
      case "$*" in *' redis-server'*) echo '#!/bin/sh' > ${installed}; /bin/chmod 755 ${installed};; esac`,
    );
    expect(prepare({})).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(log, 'utf8')).toContain('install -y -qq --no-install-recommends redis-server\n');
  });
});
