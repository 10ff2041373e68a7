// A bar: what was measured, the same of the reference where there is one, what it may be at most; and how bars are printed.
export interface Bar {
  readonly what: string;
  readonly ours: number;
  readonly unit: 'KiB' | 'ms' | 'points' | '';
  /** The same figure of the hello world, taken in the same run. */
  readonly reference?: number;
  /** In words, with its number. */
  readonly bar: string;
  readonly holds: boolean;
  /** Bytes and counts are the same on every machine and end the command with status 1; times are told. */
  readonly isTold?: true;
}

export const kib = 1_024;

/** `bytes` against a bar in KiB. */
export const weight = (what: string, bytes: number, mostKib: number, referenceBytes?: number): Bar => ({
  what,
  ours: bytes / kib,
  unit: 'KiB',
  ...(referenceBytes === undefined ? {} : { reference: referenceBytes / kib }),
  bar: `at most ${mostKib.toFixed(mostKib % 1 === 0 ? 0 : 1)}`,
  holds: bytes <= mostKib * kib,
});

export const count = (what: string, found: number, most: number): Bar => ({
  what,
  ours: found,
  unit: '',
  bar: `at most ${most}`,
  holds: found <= most,
});

/** A time against the reference's, which shares the noise of the machine. */
export const share = (what: string, oursMs: number, referenceMs: number, most: number): Bar => ({
  what,
  ours: oursMs,
  unit: 'ms',
  reference: referenceMs,
  bar: `at most ${most.toFixed(2)} of it`,
  holds: oursMs <= referenceMs * most,
  isTold: true,
});

export function printBar({ what, ours, unit, reference, bar, holds, isTold }: Bar): void {
  const digits = unit === 'KiB' ? 1 : unit === 'ms' ? 0 : 0;
  const beside = reference === undefined ? '' : `reference ${reference.toFixed(digits)}, ratio ${(ours / reference).toFixed(2)}`;
  const verdict = holds ? 'holds' : isTold ? 'missed (told only)' : 'MISSED';
  console.log(
    `${what.padEnd(58)} ${ours.toFixed(digits).padStart(7)} ${unit.padEnd(6)} ${bar.padEnd(20)} ${verdict.padEnd(8)} ${beside}`.trimEnd(),
  );
}
