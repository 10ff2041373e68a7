// Compares measured figures with their limits and reference figures, and prints them.
export interface Measurement {
  readonly what: string;
  readonly ours: number;
  readonly unit: 'KiB' | 'ms' | 'points' | '';
  /** The same figure of the reference, measured in the same run. */
  readonly reference?: number;
  /** The limit in words, like "at most 10". */
  readonly limit: string;
  readonly isMet: boolean;
  /** Bytes and counts are the same on every machine, and end the command with status 1. Times are only printed. */
  readonly isInformative?: true;
}

const kib = 1_024;

/** Compares `bytes` with a limit in KiB. */
export const weight = (what: string, bytes: number, maxKib: number, referenceBytes?: number): Measurement => ({
  what,
  ours: bytes / kib,
  unit: 'KiB',
  ...(referenceBytes === undefined ? {} : { reference: referenceBytes / kib }),
  limit: `at most ${maxKib.toFixed(maxKib % 1 === 0 ? 0 : 1)}`,
  isMet: bytes <= maxKib * kib,
});

export const count = (what: string, found: number, max: number): Measurement => ({
  what,
  ours: found,
  unit: '',
  limit: `at most ${max}`,
  isMet: found <= max,
});

/** Compares a time with the reference's time, which is affected by the same load of the machine. */
export const share = (what: string, oursMs: number, referenceMs: number, max: number): Measurement => ({
  what,
  ours: oursMs,
  unit: 'ms',
  reference: referenceMs,
  limit: `at most ${max.toFixed(2)} of it`,
  isMet: oursMs <= referenceMs * max,
  isInformative: true,
});

/** Compares a time with a limit. It depends on the machine. */
export const time = (what: string, ms: number, maxMs: number): Measurement => ({
  what,
  ours: ms,
  unit: 'ms',
  limit: `at most ${maxMs}`,
  isMet: ms <= maxMs,
  isInformative: true,
});

export function printMeasurement({ what, ours, unit, reference, limit, isMet, isInformative }: Measurement): void {
  const digits = unit === 'KiB' || (unit === 'ms' && ours < 100) ? 1 : 0;
  const beside = reference === undefined ? '' : `reference ${reference.toFixed(digits)}, ratio ${(ours / reference).toFixed(2)}`;
  const verdict = isMet ? 'holds' : isInformative ? 'missed (informative)' : 'MISSED';
  console.log(
    `${what.padEnd(58)} ${ours.toFixed(digits).padStart(7)} ${unit.padEnd(6)} ${limit.padEnd(20)} ${verdict.padEnd(8)} ${beside}`.trimEnd(),
  );
}
