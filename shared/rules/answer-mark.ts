// The mark of an answer: the time since the server's startup at which it began to read the answer's data.

/** The response header with the mark. Only answers to members have it. */
export const answerMarkHeader = 'x-read-mark';

export interface AnswerMark {
  /** Differs for each run of the server. Marks of different runs cannot be compared. */
  readonly run: string;
  /** The time since startup. */
  readonly ms: number;
}

export const markText = ({ run, ms }: AnswerMark): string => `${run}.${ms}`;

/** Null for an invalid text. */
export function parseMark(text: string): AnswerMark | null {
  const [, run, ms] = /^([\w-]+)\.(\d{1,15})$/.exec(text) ?? [];
  return run === undefined ? null : { run, ms: Number(ms) };
}
