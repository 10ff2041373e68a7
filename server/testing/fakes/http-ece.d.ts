// The part of http_ece that the test push endpoint uses; the package has no types of its own.
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  export function decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer;
}
