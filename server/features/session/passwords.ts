// Hashes and verifies passwords with Argon2id in a few threads. Without a stored hash a verification takes the same time.
import { hash, verify } from '@node-rs/argon2';
import { problem } from '#server/http/problems.ts';
import type { ServerLimits } from '#server/limits.ts';
import { createSemaphore } from '#server/outside/semaphore.ts';

export interface Passwords {
  /** The result contains the parameters. Problem: overloaded if too many calls wait. */
  hash(password: string): Promise<string>;
  /** False for a null hash, after the same time as for a wrong password. Problem: overloaded if too many calls wait, whatever the hash. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(
  { memoryKiB, passes, lanes }: ServerLimits['passwordHash'],
  { maxThreads, maxWaiting }: ServerLimits['passwordQueue'],
): Passwords {
  // The library's default algorithm is Argon2id.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: lanes };
  const normalized = (password: string) => password.normalize('NFC');
  const dummy = hash('not a password of any account', options);
  const threads = createSemaphore(maxThreads, maxWaiting);

  async function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    if (!(await threads.acquire())) throw problem('overloaded');
    return work().finally(() => threads.release());
  }

  return {
    hash: (password) => runInOrder(() => hash(normalized(password), options)),
    verify: (passwordHash, password) =>
      runInOrder(async () => {
        const isRight = await verify(passwordHash ?? (await dummy), normalized(password));
        return passwordHash !== null && isRight;
      }),
  };
}
