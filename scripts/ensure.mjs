// Prepares a fresh clone on the machine's own Node: installs the packages, builds the client and, for tests, installs browsers and Redis.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium, findFirefox, findHeadlessShell } from './find-browsers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = new Set(process.argv.slice(2));
const hasApt = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

ensurePackages();
if (wanted.has('test')) {
  ensureChromium();
  ensureHeadlessShell();
  ensureFirefox();
  ensureWebKit();
  ensureRedis();
}
if (wanted.has('build')) run(suitableNode(), ['scripts/build.ts']);

/** Installs when the lock file has changed since the last time. */
function ensurePackages() {
  const stamp = path.join(root, 'node_modules/.installed-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  const modules = path.join(root, 'node_modules');
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
    fail(
      'The packages are shared with another checkout and are not those of this lock file: remove the link node_modules and start again.',
    );
  if (!isWritable(root))
    fail('Only the owner of this folder can install its packages. How others run it in production: scripts/deploy/README.md.');
  say('Installing packages');
  // All other scripts run on the Node of the packages. An older Node on the machine affects only this install.
  run('npm', ['ci', '--no-audit', '--include=dev', '--include=optional', '--loglevel=error']);
  writeFileSync(stamp, lock);
}

/** The Node of the packages, or the machine's own where there is none for this platform. */
function suitableNode() {
  const packaged = path.join(root, 'node_modules/.bin/node');
  if (existsSync(packaged)) return packaged;
  if (process.features.typescript !== 'strip')
    fail(`There is no package with Node for this platform, and Node ${process.versions.node} is too old: install Node 24.`);
  return process.execPath;
}

function ensureChromium() {
  if (findChromium()) return;
  if (hasApt) {
    installByApt('chromium', ['chromium', 'fonts-dejavu-core']);
  } else {
    say("Fetching Playwright's chromium");
    spawnSync(path.join(root, 'node_modules/.bin/playwright-core'), ['install', 'chromium'], { cwd: root, stdio: 'inherit' });
  }
  if (!findChromium()) fail('The browser tests need Chromium: install it, or name it with CHROMIUM_PATH.');
}

/** Without it all browser tests run in Chromium, which takes longer. */
function ensureHeadlessShell() {
  if (!hasApt || findHeadlessShell() || findChromium() !== '/usr/bin/chromium') return;
  installByApt('Chromium without windows', ['chromium-headless-shell']);
}

function ensureFirefox() {
  if (findFirefox()) return;
  if (hasApt) installByApt('firefox', ['firefox-esr']);
  // All other tests run without Firefox.
  if (!findFirefox()) console.error('The tests in Firefox will fail: install it, or name it with FIREFOX_PATH.');
}

/** Where these packages are not available, the test in WebKit is skipped and names what is missing. */
function ensureWebKit() {
  if (!hasApt || (existsSync('/usr/bin/WebKitWebDriver') && existsSync('/usr/bin/Xvfb'))) return;
  say('Installing WebKitGTK');
  apt(['install', '-y', '-qq', '--no-install-recommends', 'webkit2gtk-driver', 'xvfb']);
}

/** The tests of limits that several processes share name what is missing. */
function ensureRedis() {
  const isThere = () => spawnSync('redis-server', ['--version']).status === 0;
  if (isThere()) return;
  if (hasApt) installByApt('redis-server', ['redis-server']);
  if (!isThere()) console.error('The tests of REDIS_URL will fail: install redis-server, so that it is on PATH.');
}

function installByApt(what, packages) {
  say(`Installing ${what}`);
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
}

/** The callers check the result: they look for the installed program. */
function apt(args) {
  spawnSync('apt-get', args, { cwd: root, stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) fail(`${command} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function say(text) {
  console.log(`\n  ${text} …\n`);
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
