// Hashes passwords with Argon2id and checks them, in the same time with and without a stored hash.
import { hash, verify } from '@node-rs/argon2';
import type { ServerLimits } from '#server/limits.ts';

export interface Passwords {
  /** The hash with its parameters. */
  hash(password: string): Promise<string>;
  /** True for the right password; without a hash false, in the same time. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords({ memoryKiB, passes, lanes }: ServerLimits['passwordHash']): Passwords {
  // Argon2id is the library's default kind.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };
  const asTyped = (password: string) => password.normalize('NFC');
  const dummy = hash('nobody has this one', options);
  return {
    hash: (password) => hash(asTyped(password), options),
    async verify(passwordHash, password) {
      const isRight = await verify(passwordHash ?? (await dummy), asTyped(password));
      return passwordHash !== null && isRight;
    },
  };
}
