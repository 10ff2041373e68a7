// Remembers for a short time what the hub sent, so that a page learns what changed between its first calls and its socket.
import type { LiveEvent } from '#shared/contract/live.ts';
import { markText, parseMark } from '#shared/rules/answer-mark.ts';
import type { World } from '#server/world.ts';

type EventType = LiveEvent['type'];

/** Whether an event is for a member who watches these sectors. It is asked later, so that members hidden in the meantime are left out. */
type IsFor = (profileId: string, sectors: ReadonlySet<string>) => boolean;

export interface RecentEvents {
  /** A mark of this moment, for an answer whose data is read from now on. */
  mark(): string;
  /** Only the type is remembered, because the content may have changed again. */
  add(type: EventType, isFor: IsFor): void;
  /** The types of the events for a member since a mark. Null if some are no longer remembered, or the mark is not of this run. */
  since(mark: string, profileId: string, sectors: readonly string[]): EventType[] | null;
}

interface Remembered {
  readonly ms: number;
  readonly type: EventType;
  readonly isFor: IsFor;
}

export function createRecentEvents({ limits, clock }: Pick<World, 'limits' | 'clock'>): RecentEvents {
  const run = crypto.randomUUID();
  let events: Remembered[] = [];
  let forgottenMs = -1;
  const now = () => Math.floor(clock.monotonic());

  /** Forgets only beyond twice the number or age, so that most additions move nothing. */
  function forgetOld(): void {
    const fromMs = now() - limits.recentEventsMs;
    if (events.length < 2 * limits.recentEvents && (events[0]?.ms ?? fromMs) >= fromMs - limits.recentEventsMs) return;
    const first = events.findIndex(({ ms }) => ms >= fromMs);
    const cut = Math.max(first === -1 ? events.length : first, events.length - limits.recentEvents);
    forgottenMs = events[cut - 1]?.ms ?? forgottenMs;
    events = events.slice(cut);
  }

  return {
    mark: () => markText({ run, ms: now() }),
    add(type, isFor) {
      events.push({ ms: now(), type, isFor });
      forgetOld();
    },
    since(text, profileId, sectors) {
      const mark = parseMark(text);
      if (mark === null || mark.run !== run || mark.ms <= forgottenMs) return null;
      const watched = new Set(sectors);
      const found = new Set<EventType>();
      for (let place = events.length - 1; place >= 0; place -= 1) {
        const event = events[place];
        if (event === undefined || event.ms < mark.ms) break;
        if (!found.has(event.type) && event.isFor(profileId, watched)) found.add(event.type);
      }
      return [...found];
    },
  };
}
