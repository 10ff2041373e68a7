// The time of a member's last visit, in words; nothing when it is not known.
import { lastSeenWords } from './last-seen.ts';

export interface LastSeenProps {
  /** Both in milliseconds since 1970; `asOfMs` is when the server told it. */
  readonly lastSeenMs: number | null;
  readonly asOfMs: number;
  readonly className?: string;
}

export function LastSeen({ lastSeenMs, asOfMs, className }: LastSeenProps) {
  const words = lastSeenWords(lastSeenMs, asOfMs);
  return words === null ? null : <span className={className}>{words}</span>;
}
