// New push keys, their file, which may be damaged, and the operator's address that push services get.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newPushKeys, readKeysFile, vapidSubject } from './push-keys.ts';

let directory = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'push-keys-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('new keys always have their full lengths of 65 and 32 bytes', () => {
  for (let count = 0; count < 600; count += 1) {
    const { publicKey, privateKey } = newPushKeys();
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32);
  }
});

test('keys are read from a file, and a file that does not exist gives null', async () => {
  const path = join(directory, 'push-keys.json');
  expect(await readKeysFile(path)).toBeNull();
  const keys = newPushKeys();
  await writeFile(path, JSON.stringify(keys));
  expect(await readKeysFile(path)).toEqual(keys);
});

test.each([
  ['empty', ''],
  ['cut off', '{"publicKey":"B'],
  ['of two pairs', JSON.stringify({ publicKey: newPushKeys().publicKey, privateKey: newPushKeys().privateKey })],
])('a file that is %s is damaged', async (_, text) => {
  const path = join(directory, 'push-keys.json');
  await writeFile(path, text);
  expect(await readKeysFile(path)).toBe('damaged');
});

test('the operator’s address is the setting, the public URL or a mailbox at its host', () => {
  expect(vapidSubject('mailto:a@example.org', 'http://localhost:3000')).toBe('mailto:a@example.org');
  expect(vapidSubject('https://example.org/contact', 'http://localhost:3000')).toBe('https://example.org/contact');
  expect(vapidSubject(null, 'https://example.org/app')).toBe('https://example.org');
  expect(vapidSubject(null, 'http://localhost:3000')).toBe('mailto:operator@localhost');
});
