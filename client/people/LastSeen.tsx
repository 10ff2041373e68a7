// A member's last visit as text; renders nothing if it is unknown.
import { lastSeenText } from './last-seen.ts';

export interface LastSeenProps {
  /** Both times in milliseconds since 1970; `asOfMs` is the time of the response. */
  readonly lastSeenMs: number | null;
  readonly asOfMs: number;
  readonly className?: string;
}

export function LastSeen({ lastSeenMs, asOfMs, className }: LastSeenProps) {
  const text = lastSeenText(lastSeenMs, asOfMs);
  return text === null ? null : <span className={className}>{text}</span>;
}
