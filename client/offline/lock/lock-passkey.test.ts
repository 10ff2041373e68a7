// Opening the app lock with a passkey, and changing how it opens.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

const ada = 'ada-4f1';
const pin = 'blue-74-kettle';
let page: FakePage;
let authenticator: ReturnType<typeof createAuthenticator>;

class FakeCredential {
  readonly rawId: ArrayBuffer;
  readonly #first: BufferSource | undefined;
  constructor(rawId: ArrayBuffer, first: BufferSource | undefined) {
    this.rawId = rawId;
    this.#first = first;
  }
  getClientExtensionResults = () => ({ prf: { results: { first: this.#first } } });
}

interface Asked {
  readonly publicKey: {
    readonly allowCredentials?: readonly { readonly type: string; readonly id: BufferSource }[];
    readonly extensions: { readonly prf: { readonly eval: { readonly first: Uint8Array } } };
    readonly [option: string]: unknown;
  };
}

/** Creates one passkey, and computes a different secret from each salt. */
function createAuthenticator() {
  const rawId = new Uint8Array([4, 2]).buffer;
  const state = {
    tellsWhenMade: true,
    hasSecrets: true,
    isPasskey: true,
    key: 7,
    givesBuffer: false,
    asked: [] as Asked['publicKey'][],
  };
  const answer = (salt: Uint8Array, isTold: boolean) => {
    const secret = new Uint8Array(40).fill(state.key).map((byte, i) => byte ^ (salt[i] ?? 0));
    // A view of a larger buffer, as some browsers return it.
    const told = state.givesBuffer ? secret.slice(0, 32).buffer : secret.subarray(0, 32);
    const first = isTold && state.hasSecrets ? told : undefined;
    return state.isPasskey ? new FakeCredential(rawId, first) : null;
  };
  return Object.assign(state, {
    rawId,
    create: async ({ publicKey }: Asked) => {
      state.asked.push(publicKey);
      return answer(publicKey.extensions.prf.eval.first, state.tellsWhenMade);
    },
    get: async ({ publicKey }: Asked) => {
      state.asked.push(publicKey);
      return answer(publicKey.extensions.prf.eval.first, true);
    },
  });
}

/** A page that has just been started on the same device. */
async function startPage() {
  vi.resetModules();
  const [{ memberDatabase }, lock, setting, record, held, storage, { PasskeyUnsupported }] = await Promise.all([
    import('#client/offline/database.ts'),
    import('./lock.ts'),
    import('./lock-setting.ts'),
    import('./lock-record.ts'),
    import('#client/device/data-keys.ts'),
    import('#client/device/storage.ts'),
    import('./lock-passkey.ts'),
  ]);
  pages.push(memberDatabase);
  return { memberDatabase, ...lock, ...setting, ...record, ...held, ...storage, PasskeyUnsupported };
}
const pages: { close(): Promise<void> }[] = [];

beforeEach(() => {
  page = openFakePage();
  authenticator = createAuthenticator();
  Object.assign(page.navigator, { credentials: authenticator });
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
});
afterEach(async () => {
  for (const one of pages.splice(0)) await one.close();
  const { memberDatabase } = await startPage();
  await memberDatabase.wipe();
  page.close();
});

async function setUp(set: 'setPinLock' | 'setPasskeyLock') {
  const started = await startPage();
  await started.memberDatabase.claim(ada);
  if (set === 'setPinLock') await started.setPinLock(ada, pin);
  else await started.setPasskeyLock(ada, 'account');
  return started;
}

test.each([true, false])(
  'a passkey opens the lock that was set with it (returns its secret at creation: %s)',
  async (tellsWhenMade) => {
    authenticator.tellsWhenMade = tellsWhenMade;
    await setUp('setPasskeyLock');
    const after = await startPage();
    const unlocked = await after.tryPasskey();
    expect(unlocked).toMatchObject({ login: null });
    if (unlocked !== null) await after.open(unlocked.root);
    expect([after.currentDataKeys() !== null, after.readLocal('lock')]).toEqual([true, 'open']);
  },
);

test('a passkey is requested by its id with user verification, and has a neutral name', async () => {
  await setUp('setPasskeyLock');
  await (await startPage()).tryPasskey();
  const [made, used] = authenticator.asked;
  expect(made).toMatchObject({
    rp: { name: 'App lock' },
    user: { name: 'App lock', displayName: 'App lock' },
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
  });
  expect(used).toMatchObject({ userVerification: 'required' });
  const [allowed] = used?.allowCredentials ?? [];
  expect([allowed?.type, new Uint8Array(allowed?.id as ArrayBuffer)]).toEqual(['public-key', new Uint8Array([4, 2])]);
});

test('another passkey does not open the lock', async () => {
  await setUp('setPasskeyLock');
  authenticator.key = 8;
  expect(await (await startPage()).tryPasskey()).toBeNull();
});

test('a passkey that computes no secrets cannot be used for a lock, and no lock is set', async () => {
  const started = await startPage();
  await started.memberDatabase.claim(ada);
  authenticator.hasSecrets = false;
  await expect(started.setPasskeyLock(ada, 'account')).rejects.toThrow(started.PasskeyUnsupported);
  authenticator.isPasskey = false;
  await expect(started.setPasskeyLock(ada, 'account')).rejects.toThrow(started.PasskeyUnsupported);
  expect([await started.readLock(), started.readLocal('lock')]).toEqual([null, null]);
});

test('a lock without a passkey does not ask for one', async () => {
  const started = await setUp('setPinLock');
  expect([await started.tryPasskey(), authenticator.asked]).toEqual([null, []]);
});

test('a lock without a PIN refuses every PIN without counting tries', async () => {
  const started = await setUp('setPasskeyLock');
  expect(await started.tryPin(pin)).toEqual({ is: 'wrong', triesLeft: 10 });
  expect(await started.tryPin(pin)).toEqual({ is: 'wrong', triesLeft: 10 });
});

test('a new lock opens with its PIN, allows ten tries and locks after five minutes', async () => {
  const started = await setUp('setPinLock');
  expect(await started.readLock()).toMatchObject({ wrongTries: 0, lockAfterMs: 300_000, passkey: null });
  expect(await started.tryPin('another-pin')).toEqual({ is: 'wrong', triesLeft: 9 });
  expect(await started.tryPin(pin)).toMatchObject({ is: 'open' });
  expect(await started.readLock()).toMatchObject({ wrongTries: 0 });
});

test('an added passkey opens the lock too, and resets the count of wrong PINs', async () => {
  const started = await setUp('setPinLock');
  const opening = await started.tryPin(pin);
  if (opening.is !== 'open') throw new Error(opening.is);
  await started.addPasskey(opening.root, 'account');
  await started.tryPin('another-pin');
  expect(await started.readLock()).toMatchObject({ wrongTries: 1 });
  expect(await started.tryPasskey()).toEqual({ root: opening.root, login: null });
  expect(await started.readLock()).toMatchObject({ wrongTries: 0 });
  expect(await started.tryPin(pin)).toMatchObject({ is: 'open' });
});

test('a PIN that is changed leaves the passkey as it is', async () => {
  const started = await setUp('setPasskeyLock');
  const unlocked = await started.tryPasskey();
  if (unlocked === null) throw new Error('The passkey does not open.');
  const { root } = unlocked;
  await started.changePin(root, pin);
  expect(await started.tryPin(pin)).toEqual({ is: 'open', root });
  expect(await started.tryPasskey()).toEqual({ root, login: null });
});

test('a changed idle time is still there after a restart', async () => {
  const started = await setUp('setPinLock');
  await started.lockAfter(60_000);
  expect(await (await startPage()).readLock()).toMatchObject({ lockAfterMs: 60_000 });
});

test('passkeys are offered if the browser supports them', async () => {
  const { arePasskeysSupported } = await import('#client/device/passkey-use.ts');
  expect(arePasskeysSupported()).toBe(true);
  vi.unstubAllGlobals();
  expect(arePasskeysSupported()).toBe(false);
});

test('a secret that is returned in a buffer of its own opens the lock, and another secret does not', async () => {
  authenticator.givesBuffer = true;
  await setUp('setPasskeyLock');
  expect(await (await startPage()).tryPasskey()).not.toBeNull();
  authenticator.key = 8;
  expect(await (await startPage()).tryPasskey()).toBeNull();
});
