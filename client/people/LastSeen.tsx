// Shows when a member was last here. Empty if that is not known.
import { lastSeenText } from './last-seen.ts';

export interface LastSeenProps {
  /** Both times are in ms since 1970. `asOfMs` is the time of the reply. */
  readonly lastSeenMs: number | null;
  readonly asOfMs: number;
  readonly className?: string;
}

export function LastSeen({ lastSeenMs, asOfMs, className }: LastSeenProps) {
  const text = lastSeenText(lastSeenMs, asOfMs);
  return text === null ? null : <span className={className}>{text}</span>;
}
