// A device with WebKitGTK's MiniBrowser, controlled by WebDriver on a virtual screen. Its storage is lost when it closes, so the
// app is reopened in a new window.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { textOf, type Device } from './device.ts';
import { freePort } from '#server/testing/app/free-port.ts';
import { until } from './server.ts';

const driver = '/usr/bin/WebKitWebDriver';
const screen = '/usr/bin/Xvfb';
const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'];
const miniBrowser = folders
  .flatMap((folder) => ['4.1', '4.0', '6.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
  .find((file) => existsSync(file));

/** The programs that are missing. The list is empty if WebKit can run. */
export const missingForWebKit: readonly string[] = [
  ...(existsSync(driver) ? [] : ['WebKitWebDriver (webkit2gtk-driver)']),
  ...(miniBrowser === undefined ? ['MiniBrowser of WebKitGTK'] : []),
  ...(existsSync(screen) ? [] : ['Xvfb']),
];

/** This is longer than the driver waits for a page. */
const maxResponseMs = 90_000;

/** The browser accepts any certificate. */
export async function openWebKit(): Promise<Device> {
  const shown = spawn(screen, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = `:${await firstLine(shown.stdio[3] as Readable)}`;
  const port = await freePort();
  const driving = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display },
    stdio: 'ignore',
  });

  async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    const request = {
      method,
      signal: AbortSignal.timeout(maxResponseMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  }

  await until('WebKitWebDriver to answer', () => ask('GET', '/status').catch(() => null));
  const browserOptions = { binary: miniBrowser, args: ['--automation'] };
  const capabilities = { alwaysMatch: { acceptInsecureCerts: true, 'webkitgtk:browserOptions': browserOptions } };
  const opened = await ask('POST', '/session', { capabilities });
  const session = `/session/${String(Reflect.get(Object(opened), 'sessionId'))}`;
  await ask('POST', `${session}/timeouts`, { script: 30_000, pageLoad: 60_000 });
  /** Opens an empty page first. Without a server, the driver would wait forever for a URL that is already open. */
  async function goto(url: string): Promise<void> {
    for (const next of ['about:blank', url]) await ask('POST', `${session}/url`, { url: next });
  }

  return {
    goto,
    async run<A, T>(work: (arg: A) => T | Promise<T>, arg: A): Promise<T> {
      const script = `const done = arguments[0]; Promise.resolve(${textOf(work, arg)}).then((is) => done({ is }), (error) => done({ error: String(error) }));`;
      const outcome = Object(await ask('POST', `${session}/execute/async`, { script, args: [] }));
      if (Reflect.has(outcome, 'error')) throw new Error(`In the page: ${Reflect.get(outcome, 'error')}`);
      return Reflect.get(outcome, 'is') as T;
    },
    async reopen(url) {
      await ask('POST', `${session}/url`, { url: 'about:blank' });
      const next = Object(await ask('POST', `${session}/window/new`, { type: 'window' }));
      await ask('DELETE', `${session}/window`);
      await ask('POST', `${session}/window`, { handle: Reflect.get(next, 'handle') });
      await goto(url);
    },
    async leave() {
      await ask('DELETE', session).catch(() => undefined);
      await Promise.all([driving, shown].map(ended));
    },
  };
}

/** Reads to the end of the line before the stream may close, since the writer would end otherwise. */
function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('end', () => reject(new Error('Xvfb ended before it had a screen')));
    stream.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.trim());
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill();
  });
}
