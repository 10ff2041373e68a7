// Reads command-line numbers, computes quantiles and formats numbers for the benches.

/** Returns the whole number after `flag`, or `otherwise` if the flag is absent. */
export function numberFlag(args: readonly string[], flag: string, otherwise: number, min = 1): number {
  const at = args.indexOf(flag);
  if (at === -1) return otherwise;
  return wholeNumber(args[at + 1], flag, min);
}

/** Without this check NaN would measure nothing, and a bench that measures nothing passes. */
export function wholeNumber(text: string | undefined, name: string, min = 1): number {
  const value = Number(text || NaN);
  if (!Number.isSafeInteger(value) || value < min) throw new Error(`${name} requires a whole number of at least ${min}.`);
  return value;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

export interface Bar {
  readonly what: string;
  readonly figure: number;
  readonly min?: number;
  readonly max?: number;
}

/**
 * Prints a figure with its limit, and returns whether the limit is kept; if not, the bench will end with exit code 1. A figure that could
 * not be measured is absent, and is no miss.
 */
export function printBar({ what, figure, min = -Infinity, max = Infinity }: Bar): boolean {
  const isMet = figure >= min && figure <= max;
  const verdict = Number.isNaN(figure) ? 'absent' : isMet ? 'ok' : 'MISSED';
  const limit = min > -Infinity ? `>= ${min}` : `<= ${max}`;
  if (verdict === 'MISSED') process.exitCode = 1;
  console.log(`  ${verdict.padEnd(8)}${what}: ${figure.toFixed(2)} (${limit})`);
  return isMet;
}

export const inPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
export const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
