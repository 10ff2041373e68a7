// The keys of the app lock. Later builds must derive the same keys, so that they can open older data.
import { expect, test } from 'vitest';
import { sealName, unseal, unsealName, type Sealed } from '#client/offline/seal.ts';
import { keysOf, newRoot } from '#client/offline/root-keys.ts';
import { newSalt, passkeyKey, pinKey, tunedIterations, unwrap, wrap } from './lock-keys.ts';

const bytes = (length: number, from = 0) => Uint8Array.from({ length }, (_, n) => from + n);
const fromHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const root = bytes(32);
const noSecret = new Uint8Array();

test('names and values that an earlier build has encrypted can be read', async () => {
  const keys = await keysOf(root);
  expect(await sealName('ada-4f1', keys)).toBe('~xy5xnquRmO5Iirl8AuTcMEpnqz3p75vsv5sATxbhhvwX9TI=');
  expect(await unsealName('~xy5xnquRmO5Iirl8AuTcMEpnqz3p75vsv5sATxbhhvwX9TI=', keys)).toBe('ada-4f1');
  const cipher = {
    iv: bytes(12),
    data: fromHex('3c8a94db9f6517b79748ff12f5bcf95386cd6cde05a4f39f163f5c63041494564375c189b99d62b6387861').buffer,
  } as unknown as Sealed<string>;
  expect(await unseal(cipher, keys)).toBe('Meet me at the lighthouse');
});

test('a lock that an earlier build has set opens with its PIN, from any keyboard, and with its passkey', async () => {
  const byPin = {
    iv: bytes(12),
    data: fromHex('2ac30658310a2bbc8f242a3e62444e084f9ec5634d248422d903dcea000ef054cc3270cc5de78cdfbc3414db91d149e1').buffer,
  };
  expect(await unwrap(byPin, await pinKey('cafe\u0301-74', bytes(16), 1_000, noSecret))).toEqual(root);
  expect(await unwrap(byPin, await pinKey('caf\u00e9-74', bytes(16), 1_000, noSecret))).toEqual(root);
  expect(await unwrap(byPin, await pinKey('cafe-74', bytes(16), 1_000, noSecret))).toBeNull();
  const byPasskey = {
    iv: bytes(12),
    data: fromHex('adc1b87de9bbac01eae5c93cf416a78ff72a7b306c9807643c363bea1037c070da009fda1841996058e4dd49c2cad4d0').buffer,
  };
  expect(await unwrap(byPasskey, await passkeyKey(bytes(32, 100).buffer, noSecret))).toEqual(root);
});

test('without the secret of its key file neither PIN nor passkey opens a lock', async () => {
  const secret = bytes(32, 7);
  const byPin = await wrap(root, await pinKey('blue-74-kettle', bytes(16), 1_000, secret));
  const byPasskey = await wrap(root, await passkeyKey(bytes(32).buffer, secret));
  for (const [held, opened] of [
    [secret, root],
    [noSecret, null],
    [bytes(32, 8), null],
  ] as const) {
    expect(await unwrap(byPin, await pinKey('blue-74-kettle', bytes(16), 1_000, held))).toEqual(opened);
    expect(await unwrap(byPasskey, await passkeyKey(bytes(32).buffer, held))).toEqual(opened);
  }
});

test('no key can be exported', async () => {
  const { values, names, nameIvs } = await keysOf(root);
  const others = [await pinKey('blue-74-kettle', newSalt(), 1_000, noSecret), await passkeyKey(bytes(32).buffer, noSecret)];
  for (const key of [values, names, nameIvs, ...others]) expect(key.extractable).toBe(false);
});

test('each lock has its own root and salt, and each wrapped key is different', async () => {
  expect([newRoot().length, newSalt().length]).toEqual([32, 16]);
  expect([newRoot(), newSalt()]).not.toEqual([newRoot(), newSalt()]);
  const key = await passkeyKey(bytes(32).buffer, noSecret);
  expect((await wrap(root, key)).iv).not.toEqual((await wrap(root, key)).iv);
});

test('the number of iterations for a PIN is measured on this device', async () => {
  const iterations = await tunedIterations();
  expect(iterations).toBeGreaterThanOrEqual(600_000);
  expect(iterations).toBeLessThanOrEqual(20_000_000);
});
