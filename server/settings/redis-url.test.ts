// The setting REDIS_URL, and mistakes in it, which are reported without the password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';

test('without REDIS_URL there is no Redis', () => expect(readConfig({}).redisUrl).toBeNull());

test.each([
  'redis://localhost',
  'redis://redis:6379/2',
  'redis://:canary@10.0.0.7:6380/',
  'redis://[::1]:6379',
  'redis://:100%25canary@redis',
  'rediss://app:canary@redis.example.org:6380/0',
])('%s is read', (url) => expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url));

test('it is read from a file too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-url-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'url');
  writeFileSync(file, 'redis://:secret@redis\n');
  expect(readConfig({ REDIS_URL_FILE: file }).redisUrl).toBe('redis://:secret@redis');
});

describe('refused, with what to do', () => {
  test.each([
    ['localhost:6379', 'it must have the form redis://USER:PASSWORD@HOST:6379/0, or begin with rediss:'],
    ['https://:canary@redis', 'it must have the form'],
    ['redis://', 'it must have the form'],
    ['redis://:canary@redis/limits', 'after the host may only be the number of a database'],
    ['redis://:canary@redis/0?tls=1', 'must be written with %3F or %23'],
    ['redis://:canary%@redis', 'must be written with %25'],
    ['redis://ap%p:canary@redis', 'must be written with %25'],
    ['redis://:canary@redis#1', 'must be written with %3F or %23'],
    ['redis://:canary@redis.example.org', 'outside of your own network it must begin with rediss:'],
  ])('%s', (url, reason) => {
    expect(() => readConfig({ REDIS_URL: url })).toThrow(reason);
    expect(() => readConfig({ REDIS_URL: url })).toThrow('The setting REDIS_URL is wrong: ');
    expect(() => readConfig({ REDIS_URL: url })).not.toThrow(/canary/i);
  });
});
