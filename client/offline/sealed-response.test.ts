// Tests that what is stored as a response is encrypted as soon as the device has keys.
import { expect, test } from 'vitest';
import { setDataKeys } from '#client/device/data-keys.ts';
import { giveDataKeys, keysFor } from '#client/testing/data-keys.ts';
import { sealedAddress, sealResponse, unsealResponse } from './sealed-response.ts';

const text = 'Meet me at the tea house';
const bodyOf = (of: string) => new TextEncoder().encode(of).buffer;
const headers = () => new Headers({ 'content-type': 'text/plain' });

giveDataKeys();

test('a body is stored encrypted, and read with the same keys', async () => {
  const sealed = await sealResponse(bodyOf(text), 203, headers());
  const stored = await sealed.clone().text();
  expect(stored).not.toContain('tea');
  expect(stored.length).toBeGreaterThan(text.length);
  expect([sealed.status, sealed.headers.get('content-type'), sealed.headers.get('x-sealed')]).toEqual([
    203,
    'text/plain',
    'true',
  ]);
  const read = await unsealResponse(sealed);
  expect([await read.text(), read.status, read.headers.get('content-type')]).toEqual([text, 203, 'text/plain']);
});

test('the same body is encrypted differently each time', async () => {
  const [first, second] = await Promise.all([1, 2].map(async () => (await sealResponse(bodyOf(text), 200, headers())).text()));
  expect(first).not.toBe(second);
});

test('an encrypted body is read neither without keys nor with other keys', async () => {
  const sealed = await sealResponse(bodyOf(text), 200, headers());
  setDataKeys(await keysFor(1));
  await expect(unsealResponse(sealed.clone())).rejects.toThrow();
  setDataKeys(null);
  await expect(unsealResponse(sealed.clone())).rejects.toThrow('The app is locked.');
});

test('a response without a body is stored as it is', async () => {
  const stored = await sealResponse(null, 204, headers());
  expect([stored.status, stored.body, stored.headers.has('x-sealed')]).toEqual([204, null, false]);
});

test('without keys, as for a visitor, the body is stored as it is, and can still be read later with keys', async () => {
  setDataKeys(null);
  const stored = await sealResponse(bodyOf(text), 200, headers());
  expect([await stored.clone().text(), stored.headers.has('x-sealed')]).toEqual([text, false]);
  setDataKeys(await keysFor(0));
  expect(await (await unsealResponse(stored)).text()).toBe(text);
});

test('an address discloses neither path nor query, and is the same each time', async () => {
  const url = 'https://hearthside.example/api/profile-pic/ada-4f1?scale_x=512';
  const sealed = await sealedAddress(url);
  expect(sealed).toMatch(/^https:\/\/hearthside\.example\/sealed\/[^/?]+\?[^/?]+$/);
  for (const part of ['ada', 'profile', 'scale', '512']) expect(sealed).not.toContain(part);
  expect(await sealedAddress(url)).toBe(sealed);
  const pathOf = (address: string) => address.split('?')[0];
  const larger = await sealedAddress(url.replace('512', '1024'));
  expect([pathOf(larger), larger === sealed]).toEqual([pathOf(sealed), false]);
});
