// The slots of ten minutes in which others see a member's visits, with an offset of the member's own.
import { createHmac } from 'node:crypto';

export const visitSlotMs = 10 * 60_000;
/** A visit that ended looks unfinished for 0 or 1 further slots. */
const extensionChoices = 2;

export interface VisitSlots {
  /** The start of the slot that contains a time. */
  startOf(profileId: string, ms: number): number;
  /** A whole number of slots, drawn once for each slot. */
  extensionMs(profileId: string, ms: number): number;
  /** The end of the time in which a member looks online whose last visit was in the slot of this time. */
  onlineUntil(profileId: string, ms: number): number;
}

/** Both are functions of the secret, so that repeated questions, restarts and further accounts disclose nothing more. */
export function createVisitSlots(secret: string): VisitSlots {
  const fraction = (text: string): number => createHmac('sha256', secret).update(text).digest().readUInt32BE(0) / 2 ** 32;

  function startOf(profileId: string, ms: number): number {
    const offsetMs = Math.floor((fraction(profileId) * visitSlotMs) / 1_000) * 1_000;
    return Math.floor((ms - offsetMs) / visitSlotMs) * visitSlotMs + offsetMs;
  }

  const extensionMs = (profileId: string, ms: number): number =>
    Math.floor(fraction(`${profileId} ${startOf(profileId, ms)}`) * extensionChoices) * visitSlotMs;

  return {
    startOf,
    extensionMs,
    // A slot is published when it ends, and shown at least until the next one could be.
    onlineUntil: (profileId, ms) => startOf(profileId, ms) + 2 * visitSlotMs + extensionMs(profileId, ms),
  };
}
