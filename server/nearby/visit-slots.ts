// The slots of ten minutes in which others see a member's visits. Each member's slots begin at a different time.
import { minuteMs } from '#shared/rules/durations.ts';
import { fractionAt, keyedHash } from './keyed-hash.ts';

export const visitSlotMs = 10 * minuteMs;
/** Once its slot has ended, a visit is shown for one slot and 0 or 1 more. */
const extensionChoices = 2;
/** A member looks online for at most this long after a visit. */
export const longestVisitMs = (1 + extensionChoices) * visitSlotMs;

export interface VisitSlots {
  /** The start of the slot that contains a time. */
  startOf(profileId: string, ms: number): number;
  /** A whole number of slots, chosen at random for each slot. */
  extensionMs(profileId: string, ms: number): number;
  /** Until when a member looks online if their last visit was in the slot that contains this time. */
  onlineUntil(profileId: string, ms: number): number;
}

/** Computed from the secret, so that repeated questions, restarts and other accounts disclose nothing more. */
export function createVisitSlots(secret: string): VisitSlots {
  const hashOf = keyedHash(secret);
  const fraction = (text: string): number => fractionAt(hashOf(text), 0);

  function startOf(profileId: string, ms: number): number {
    const offsetMs = Math.floor((fraction(profileId) * visitSlotMs) / 1_000) * 1_000;
    return Math.floor((ms - offsetMs) / visitSlotMs) * visitSlotMs + offsetMs;
  }

  const extensionOf = (profileId: string, startMs: number): number =>
    Math.floor(fraction(`${profileId} ${startMs}`) * extensionChoices) * visitSlotMs;

  return {
    startOf,
    extensionMs: (profileId, ms) => extensionOf(profileId, startOf(profileId, ms)),
    onlineUntil(profileId, ms) {
      const startMs = startOf(profileId, ms);
      // A slot is published when it ends, and shown at least until the next one can be published.
      return startMs + 2 * visitSlotMs + extensionOf(profileId, startMs);
    },
  };
}
