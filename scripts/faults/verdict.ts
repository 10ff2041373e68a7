// Compares the final state of screens and devices with the server.
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { cachedMessages } from '#client/offline/conversations/cached-messages.ts';
import type { Device, Tab } from './device.ts';
import type { Scene } from './actions.ts';

/** Descriptions of all differences; empty if there are none. */
export async function faultsOf({ ada, ben, server, written, removed }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const expect = (what: string, found: string, wanted: string): void => {
    if (found !== wanted) faults.push(`${what}: ${found || 'nothing'} in place of ${wanted || 'nothing'}`);
  };
  const seen = new Map<Device, Message[]>();
  for (const device of [ada, ben]) seen.set(device, await server.truth(device.own, device.peer));

  for (const [who, device, other] of [['Ada', ada, ben] as const, ['Ben', ben, ada] as const]) {
    const truth = seen.get(device) ?? [];
    const isLeft = (text: string): boolean => !removed.has(text);
    const arrived = (seen.get(other) ?? []).filter(({ senderProfileId }) => senderProfileId === device.own);
    const isSetBack = truth.some(({ tsCreated }, place) => tsCreated <= (truth[place - 1]?.tsCreated ?? 0));
    expect(`the times of what ${who} has`, isSetBack ? 'set back' : 'growing', 'growing');
    expect(`what arrived of ${who}`, textsOf(arrived).filter(isLeft).join(), (written.get(device) ?? []).filter(isLeft).join());
    const waiting = (await device.tabs[0]?.outbox.entries(device.own)) ?? [];
    const left = waiting.filter(({ state }) => state !== 'failed').map(({ state, tries, queue }) => `${state} ${queue} ${tries}`);
    expect(`${who}'s outbox`, left.join(), '');
    for (const [index, tab] of device.tabs.entries()) {
      const name = `tab ${index} of ${who}`;
      expect(`the connection of ${name}`, String(tab.live.isOpen.get()), 'true');
      await expectScreen(name, tab, truth);
    }
    if (device !== ada) continue;
    // A page that was killed before it loaded again lacks the oldest ones, but there is never a gap.
    const kept = (await cachedMessages(device.own, device.peer, 1_000_000)).toReversed();
    expect("Ada's device", statesOf(kept), statesOf(newest(truth, kept.length)));
  }
  return faults;

  /** A tab that was opened late has the newest page only, without a gap. */
  async function expectScreen(name: string, tab: Tab, truth: readonly Message[]): Promise<void> {
    const held = tab.cached().toReversed();
    const least = Math.min(truth.length, limits.messagesPage - removed.size);
    expect(`the messages in ${name}`, statesOf(held), statesOf(newest(truth, Math.max(least, held.length))));
    const shown = (await tab.screen()).map(({ text }) => text);
    expect(`the screen of ${name}`, shown.join(), textsOf(newest(truth, Math.max(least, shown.length))).join());
  }
}

const newest = (truth: readonly Message[], count: number): readonly Message[] => truth.slice(Math.max(0, truth.length - count));
const textsOf = (list: readonly Message[]): string[] => list.map(({ bodyText }) => bodyText);

/** Text, sequence and revision of each message. */
const statesOf = (list: readonly Message[]): string =>
  list.map(({ bodyText, sequence, revision }) => `${bodyText} (${sequence}, ${revision})`).join('; ');
