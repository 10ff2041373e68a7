// Tracks the earliest answer mark (answer-mark.ts) of this page's answers. Of changes since then the page may know nothing.
import { markText, parseMark, type AnswerMark } from '#shared/rules/answer-mark.ts';

interface Read {
  /** Call it with the answer's mark. Answers to visitors, and those of earlier builds of the server, have none. */
  readonly answered: (mark: string | null) => void;
  readonly aborted: () => void;
  readonly failed: () => void;
}

export interface PageReads {
  /** Call it when a call is sent. */
  readonly begin: () => Read;
  /**
   * Everything that this page has read, or is reading, was read at this mark or later. Null if that is not known: before the first
   * answer, while a call is on its way that was sent before it, after a lost answer, or with answers of several runs of the server.
   */
  readonly since: () => string | null;
}

export function createPageReads(): PageReads {
  let earliest: AnswerMark | null = null;
  let isUnknown = false;
  /** The number of pending calls that were sent before the first answer, and may therefore have an earlier mark. */
  let earlyPending = 0;

  function add(mark: AnswerMark): void {
    if (earliest !== null && earliest.run !== mark.run) isUnknown = true;
    if (earliest === null || mark.ms < earliest.ms) earliest = mark;
  }

  return {
    begin() {
      const isEarly = earliest === null;
      if (isEarly) earlyPending += 1;
      const end = (): void => {
        if (isEarly) earlyPending -= 1;
      };
      return {
        answered(text) {
          end();
          const mark = text === null ? null : parseMark(text);
          if (mark !== null) add(mark);
        },
        aborted: end,
        failed() {
          end();
          // The page may show the device's copy instead, whose age is unknown.
          isUnknown = true;
        },
      };
    },
    since: () => (earliest === null || isUnknown || earlyPending > 0 ? null : markText(earliest)),
  };
}

export const pageReads: PageReads = createPageReads();
