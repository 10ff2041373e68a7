// Compares the final states of screens and devices with the server.
import type { Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { cachedMessages } from '#client/offline/conversations/cached-messages.ts';
import { unstoredOf, type Device, type Tab } from './device.ts';
import type { Scene } from './actions.ts';

export async function faultsOf({ ada, ben, server, written, removed }: Scene): Promise<string[]> {
  const faults: string[] = [];
  const expect = (what: string, found: string, wanted: string): void => {
    if (found !== wanted) faults.push(`${what}: ${found || 'nothing'} instead of ${wanted || 'nothing'}`);
  };
  const seen = new Map<Device, Message[]>();
  for (const device of [ada, ben]) seen.set(device, await server.conversationOf(device.own, device.peer));

  for (const [who, device, other] of [['Ada', ada, ben] as const, ['Ben', ben, ada] as const]) {
    const truth = seen.get(device) ?? [];
    const isNotRemoved = (text: string): boolean => !removed.has(text);
    const arrived = (seen.get(other) ?? []).filter(({ senderProfileId }) => senderProfileId === device.own);
    const isDecreasing = truth.some(({ tsCreated }, place) => tsCreated <= (truth[place - 1]?.tsCreated ?? 0));
    expect(`the timestamps of ${who}'s messages`, isDecreasing ? 'decreasing' : 'increasing', 'increasing');
    expect(
      `the received messages of ${who}`,
      textsOf(arrived).filter(isNotRemoved).join(),
      (written.get(device) ?? []).filter(isNotRemoved).join(),
    );
    const waiting = [...((await device.tabs[0]?.outbox.entries(device.own)) ?? []), ...unstoredOf(device.own)];
    const unsent = waiting
      .filter(({ state }) => state !== 'failed')
      .map(({ state, tries, queue }) => `${state} ${queue} ${tries}`);
    expect(`${who}'s outbox`, unsent.join(), '');
    for (const [index, tab] of device.tabs.entries()) {
      const name = `tab ${index} of ${who}`;
      expect(`the connection of ${name}`, String(tab.live.isOpen.get()), 'true');
      await expectScreen(name, tab, truth);
    }
    if (device !== ada) continue;
    // `cachedMessages` reads only Ada's database. After a tab was killed before loading, it may lack the oldest messages, but
    // there must be no gap.
    const cached = (await cachedMessages(device.own, device.peer, 1_000_000)).toReversed();
    expect("Ada's device", statesOf(cached), statesOf(newest(truth, cached.length)));
  }
  return faults;

  /** A tab that was opened late has only the newest page, but there must be no gap. */
  async function expectScreen(name: string, tab: Tab, truth: readonly Message[]): Promise<void> {
    const cached = tab.cached().toReversed();
    const minCount = Math.min(truth.length, limits.messagesPage - removed.size);
    expect(`the messages in ${name}`, statesOf(cached), statesOf(newest(truth, Math.max(minCount, cached.length))));
    const shown = (await tab.screen()).map(({ text }) => text);
    expect(`the screen of ${name}`, shown.join(), textsOf(newest(truth, Math.max(minCount, shown.length))).join());
  }
}

const newest = (truth: readonly Message[], count: number): readonly Message[] => truth.slice(Math.max(0, truth.length - count));
const textsOf = (list: readonly Message[]): string[] => list.map(({ bodyText }) => bodyText);

/** Returns text, sequence and revision of each message. */
const statesOf = (list: readonly Message[]): string =>
  list.map(({ bodyText, sequence, revision }) => `${bodyText} (${sequence}, ${revision})`).join('; ');
