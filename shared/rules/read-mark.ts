// A mark is the time, by the server's own clock since its start, at which it began to read for an answer.

/** The header of an answer to a member that contains its mark. */
export const readMarkHeader = 'x-read-mark';

export interface ReadMark {
  /** Differs for each run of the server. Marks of different runs cannot be compared. */
  readonly run: string;
  readonly ms: number;
}

export const markText = ({ run, ms }: ReadMark): string => `${run}.${ms}`;

/** Null for an invalid text. */
export function parseMark(text: string): ReadMark | null {
  const [, run, ms] = /^([\w-]+)\.(\d{1,15})$/.exec(text) ?? [];
  return run === undefined ? null : { run, ms: Number(ms) };
}
