// Hashes and verifies passwords with Argon2id, in the same time with and without a stored hash.
import { hash, verify } from '@node-rs/argon2';
import type { ServerLimits } from '#server/limits.ts';

export interface Passwords {
  /** The result contains the parameters. */
  hash(password: string): Promise<string>;
  /** False for a null hash, after the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords({ memoryKiB, passes, lanes }: ServerLimits['passwordHash']): Passwords {
  // The library's default algorithm is Argon2id.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };
  const normalized = (password: string) => password.normalize('NFC');
  const dummy = hash('not a password of any account', options);
  return {
    hash: (password) => hash(normalized(password), options),
    async verify(passwordHash, password) {
      const isRight = await verify(passwordHash ?? (await dummy), normalized(password));
      return passwordHash !== null && isRight;
    },
  };
}
