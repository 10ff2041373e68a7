// Measures the memory that this process uses, after garbage collections.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // Later collections release the buffers that the first one found free.
  for (let times = 0; times < 3 && typeof collect === 'function'; times += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
