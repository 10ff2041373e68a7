// Serializes events once, and joins them to the frames of sockets.
import type { LiveEvent } from '#shared/contract/live.ts';

export interface SerializedEvent {
  readonly text: string;
  /** The event's number in the server's sequence, for events that are sent again if a socket resumes from an earlier one. */
  readonly revision: number | null;
}

export const serialized = (event: LiveEvent, revision: number | null = null): SerializedEvent => ({
  text: JSON.stringify(event),
  revision,
});

/** Joins events to a frame. Sockets that get the same events share the frame. */
export function frameMaker(): (events: readonly SerializedEvent[]) => string {
  let last: readonly SerializedEvent[] = [];
  let frame = '';
  return (events) => {
    if (events.length !== last.length || events.some((one, i) => one !== last[i])) {
      last = events;
      frame = `[${events.map(({ text }) => text).join(',')}]`;
    }
    return frame;
  };
}
