// Tests that nothing is stored or read without the keys, and that each value is read as it was stored.
import { expect, test, vi } from 'vitest';
import { setDataKeys } from '#client/device/data-keys.ts';
import { giveDataKeys, keysFor } from '#client/testing/data-keys.ts';
import { isSealedName, Locked, seal, sealBytes, sealName, unseal, unsealBytes, unsealName } from './seal.ts';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

giveDataKeys();

test.each([[{ name: 'Ada', tags: ['a', null] }], ['a text'], [0], [null], [[]]])('%j is read as it was stored', async (value) => {
  const sealed = await seal(value);
  expect(JSON.stringify(sealed)).not.toContain('Ada');
  expect(await unseal(sealed)).toEqual(value);
});

test('bytes are read as bytes', async () => {
  const read = await unseal(await seal(bytes(1, 2, 3)));
  expect([read instanceof ArrayBuffer, [...new Uint8Array(read)]]).toEqual([true, [1, 2, 3]]);
  expect([...new Uint8Array(await unsealBytes(await (await sealBytes(bytes(4, 5))).arrayBuffer()))]).toEqual([4, 5]);
});

test('sealed bytes do not contain the plain ones', async () => {
  const plain = new TextEncoder().encode('ANTONS-FACE').buffer;
  expect(await (await sealBytes(plain)).text()).not.toContain('ANTONS-FACE');
});

test('a locked page of a secure origin neither stores nor reads', async () => {
  const [value, blob, name] = [await seal('secret'), await sealBytes(bytes(1)), await sealName('ada')];
  setDataKeys(null);
  for (const work of [
    () => seal('secret'),
    () => unseal(value),
    () => sealBytes(bytes(1)),
    async () => unsealBytes(await blob.arrayBuffer()),
    () => unsealName(name),
  ])
    await expect(work()).rejects.toThrow(Locked);
  await expect(seal('secret')).rejects.toThrow('The app is locked.');
});

test('on an origin that is not secure, values and names are stored as they are', async () => {
  vi.stubGlobal('isSecureContext', false);
  setDataKeys(null);
  expect([await seal('plain'), await sealName('ada')]).toEqual(['plain', 'ada']);
  expect([await unseal(await seal('plain')), await unsealName('ada')]).toEqual(['plain', 'ada']);
});

test('a name is encrypted to the same text each time, and to another text with other keys', async () => {
  const sealed = await sealName('conversation ada');
  expect([isSealedName(sealed), isSealedName('conversation ada'), sealed.includes('ada')]).toEqual([true, false, false]);
  expect([await sealName('conversation ada'), await unsealName(sealed)]).toEqual([sealed, 'conversation ada']);
  expect(await sealName('conversation eve')).not.toBe(sealed);
  expect(await sealName('conversation ada', await keysFor(1))).not.toBe(sealed);
});
