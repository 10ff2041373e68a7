// The server's push keys are created once, private, and never silently replaced.
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadPushKeys, newPushKeys, vapidSubject } from './push-keys.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'push-keys-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('the first start creates keys readable by the owner only, and the next start reads the same', async () => {
  const data = join(directory, 'data');
  const first = await loadPushKeys(data);
  expect(await loadPushKeys(data)).toEqual(first);
  expect(await readdir(data)).toEqual(['push-keys.json']);
  expect((await stat(join(data, 'push-keys.json'))).mode & 0o777).toBe(0o600);
  expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
  expect(Buffer.from(first.privateKey, 'base64url')).toHaveLength(32);
});

test('processes that start concurrently get the same keys', async () => {
  const loaded = await Promise.all(Array.from({ length: 8 }, () => loadPushKeys(directory)));
  expect(new Set(loaded.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(await readdir(directory)).toEqual(['push-keys.json']);
});

test.each([
  ['empty', ''],
  ['cut off', '{"publicKey":"B'],
  ['of two pairs', JSON.stringify({ publicKey: newPushKeys().publicKey, privateKey: newPushKeys().privateKey })],
])('a file that is %s stops the start and is left as it is', async (_, text) => {
  const path = join(directory, 'push-keys.json');
  await writeFile(path, text);
  await chmod(path, 0o600);
  await expect(loadPushKeys(directory)).rejects.toThrow('damaged');
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('the operator’s address is the setting, the public URL or a mailbox at its host', () => {
  expect(vapidSubject('mailto:a@example.org', 'http://localhost:3000')).toBe('mailto:a@example.org');
  expect(vapidSubject('https://example.org/contact', 'http://localhost:3000')).toBe('https://example.org/contact');
  expect(vapidSubject(undefined, 'https://example.org/app')).toBe('https://example.org');
  expect(vapidSubject('', 'http://localhost:3000')).toBe('mailto:operator@localhost');
  for (const wrong of ['a@example.org', 'http://example.org', 'mailto:', 'x']) {
    expect(() => vapidSubject(wrong, 'https://example.org')).toThrow('VAPID_SUBJECT');
  }
});
