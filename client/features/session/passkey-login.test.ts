// The suggestion of passkeys and the button share the one request that a browser allows at a time.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/rules/limits.ts';
import { logInWithPasskey, suggestPasskeys } from './passkey-login.ts';

const requests: { readonly mediation: string | undefined; readonly signal: AbortSignal | undefined }[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: async () => true });
  vi.stubGlobal('navigator', {
    credentials: {
      get: ({ mediation, signal }: CredentialRequestOptions) => {
        requests.push({ mediation, signal });
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
      },
    },
  });
  vi.stubGlobal('fetch', async () =>
    Response.json({ challenge: 'AAAA', rpId: 'localhost', userVerification: 'required', timeout: 1 }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const states = () => requests.map(({ mediation, signal }) => `${mediation}${signal?.aborted ? ', ended' : ''}`);

test('the button ends the suggestion, and no later suggestion ends the request of the button', async () => {
  const stop = suggestPasskeys(() => undefined);
  await vi.waitFor(() => expect(states()).toEqual(['conditional']));
  void logInWithPasskey(false);
  await vi.waitFor(() => expect(states()).toEqual(['conditional, ended', 'optional']));
  await vi.advanceTimersByTimeAsync(limits.passkeyChallengeMs);
  expect(states()).toEqual(['conditional, ended', 'optional']);
  stop();
});

test('a suggestion is renewed before its challenge expires, until it is stopped', async () => {
  const stop = suggestPasskeys(() => undefined);
  await vi.waitFor(() => expect(states()).toEqual(['conditional']));
  await vi.advanceTimersByTimeAsync(limits.passkeyChallengeMs);
  expect(states()).toEqual(['conditional, ended', 'conditional']);
  stop();
  expect(states()).toEqual(['conditional, ended', 'conditional, ended']);
  await vi.advanceTimersByTimeAsync(limits.passkeyChallengeMs);
  expect(requests).toHaveLength(2);
});
