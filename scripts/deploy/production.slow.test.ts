// A production folder without development packages runs as an unprivileged user who cannot write to it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#server/testing/app/free-port.ts';
import { copyProduction } from './production-folder.ts';
import { readImage } from './read-deploy-files.ts';

const root = path.join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The user "nobody", or the current user if only root could choose another one. */
const unprivileged = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const image = readImage();

let base: string;
let folder: string;
let dataDir: string;

/** Builds in a separate process, whose environment is not that of the tests. */
const build = () =>
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH } });

beforeAll(async () => {
  build();
  base = mkdtempSync(path.join(tmpdir(), 'production-'));
  chmodSync(base, 0o755);
  folder = path.join(base, 'app');
  dataDir = path.join(base, 'data');
  await copyProduction(root, folder);
  linkProductionPackages();
  if (!isRoot) changeModes('a-w');
  mkdirSync(dataDir, { mode: 0o700 });
  if (isRoot) chownSync(dataDir, 65_534, 65_534);
}, 600_000);

afterAll(() => {
  if (!isRoot) changeModes('u+w');
  rmSync(base, { recursive: true, force: true });
});

/** Leaves out the packages, since their hard links share the modes with the checkout. */
function changeModes(mode: string): void {
  execFileSync('find', [folder, '-path', path.join(folder, 'node_modules'), '-prune', '-o', '-exec', 'chmod', mode, '{}', '+']);
}

/** Does what `npm ci --omit=dev` does, but with the packages that are installed here. */
function linkProductionPackages(): void {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const names = Object.entries(packages)
    .filter(([name, { dev, devOptional }]) => name !== '' && !dev && !devOptional && existsSync(path.join(root, name)))
    .map(([name]) => name);
  for (const name of names) {
    const to = path.join(folder, name);
    mkdirSync(to, { recursive: true });
    const entries = readdirSync(path.join(root, name)).filter((entry) => entry !== 'node_modules');
    const sources = entries.map((entry) => path.join(root, name, entry));
    // Uses hard links where the file system allows it.
    if (spawnSync('cp', ['-al', ...sources, to]).status !== 0) execFileSync('cp', ['-a', ...sources, to]);
  }
}

const run = (command: readonly string[], env: Record<string, string>) => {
  const [program = '', ...args] = command;
  return spawn(program === 'node' ? process.execPath : program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...unprivileged,
  });
};

/** Resolves to the exit code and the printed text. */
async function finished(child: ReturnType<typeof run>): Promise<{ code: number | null; printed: string }> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, printed };
}

/** The newest change in the folder, apart from its packages. */
function newestChange(): number {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('node_modules/'));
  return Math.max(...entries.map((name) => statSync(path.join(folder, name)).ctimeMs));
}

function get(port: number, page: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: page, headers: { host: 'meet.example.org' } });
    sent.once('error', reject).once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.end();
  });
}

test('the command of the image serves members, is healthy, is backed up, and leaves its folder as it was', async () => {
  const [port, operationsPort] = [await freePort(), await freePort()];
  const settings = {
    ...image.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    OPS_PORT: String(operationsPort),
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://meet.example.org',
    BRAND_HOSTS: 'hearthside=meet.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
    TRUST_PROXY: '127.0.0.1',
  };
  const changedMs = newestChange();
  const server = run(image.command, settings);
  const ended = finished(server);
  onTestFinished(() => void server.kill('SIGKILL'));
  const isHealthy = async () => {
    const health = image.healthCommand.map((part) => part.replace(`:${image.env.OPS_PORT}/`, `:${operationsPort}/`));
    return (await finished(run(health, {}))).code;
  };
  const endedEarly = ended.then(({ printed }) => Promise.reject(new Error(`The server ended:\n${printed}`)));
  await Promise.race([expect.poll(isHealthy, { timeout: 240_000 }).toBe(0), endedEarly]);

  expect(await get(port, '/')).toMatchObject({ status: 200, text: expect.stringContaining('<title>') });
  const { gitCommitHash } = JSON.parse(readFileSync(path.join(folder, 'version.json'), 'utf8')) as { gitCommitHash: string };
  expect(JSON.parse((await get(port, '/api/version')).text)).toMatchObject({ gitCommitHash });

  const backup = await finished(run(['node', 'scripts/backup.ts', path.join(dataDir, 'backups')], settings));
  expect(backup).toEqual({ code: 0, printed: expect.stringContaining('is complete') });
  server.kill('SIGTERM');
  expect((await ended).code).toBe(0);
  const integrity = await finished(run(['node', 'scripts/integrity.ts'], settings));
  expect([integrity.code, integrity.printed]).toEqual([0, expect.any(String)]);
  expect(newestChange()).toBe(changedMs);
});

test('the unprivileged user cannot write to the folder', async () => {
  const { code, printed } = await finished(run(['node', '-e', "require('node:fs').writeFileSync('server/main.ts', '')"], {}));
  expect([code, printed]).toEqual([1, expect.stringMatching(/EACCES|EROFS/)]);
});

test('the folder has no development package, no test and no command that needs one', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(Object.keys(scripts)).toEqual(['start', 'backup', 'restore', 'integrity', 'grant-admin', 'ledger']);
  expect(existsSync(path.join(folder, 'node_modules/vite'))).toBe(false);
  expect(existsSync(path.join(folder, 'server/testing'))).toBe(false);
  expect(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /^(?!node_modules).*\.test\.ts$/.test(name)),
  ).toEqual([]);
});

test('a folder with anything in it is not overwritten', async () => {
  await expect(copyProduction(root, folder)).rejects.toThrow('the folder is not empty');
});

test('a build of unchanged sources writes nothing, so that users other than the owner of a checkout can start it', () => {
  const marker = path.join(root, 'dist/current');
  const { ctimeMs } = statSync(marker);
  expect(build()).toContain('is built already');
  expect(statSync(marker).ctimeMs).toBe(ctimeMs);
});
