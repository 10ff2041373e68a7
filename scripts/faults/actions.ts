// Performs random actions and faults for two members who write to each other.
import type { AnyEndpoint, CallArgs } from '#shared/contract/endpoint.ts';
import { messages } from '#shared/contract/messages.ts';
import { reactions } from '#shared/rules/reactions.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Device, Tab } from './device.ts';
import type { FakeTime } from './fake-time.ts';
import type { FaultyServer } from './faulty-server.ts';

/** The number of occurrences of each fault. */
export interface Counts {
  messages: number;
  cutBefore: number;
  cutAfter: number;
  socketsLost: number;
  offline: number;
  restarts: number;
  tabsKilled: number;
  workerReplays: number;
  clockSteps: number;
}

export const noCounts = (): Counts => ({
  messages: 0,
  cutBefore: 0,
  cutAfter: 0,
  socketsLost: 0,
  offline: 0,
  restarts: 0,
  tabsKilled: 0,
  workerReplays: 0,
  clockSteps: 0,
});

export interface Scene {
  readonly random: () => number;
  readonly counts: Counts;
  readonly log: readonly string[];
  readonly note: (what: string) => void;
  readonly server: FaultyServer;
  readonly time: FakeTime;
  readonly ada: Device;
  readonly ben: Device;
  /** The messages that each member has written, in order. */
  readonly written: ReadonlyMap<Device, string[]>;
  /** The texts of deleted or unsent messages. */
  readonly removed: Set<string>;
}

type Action = (scene: Scene, device: Device, tab: Tab | undefined) => unknown;
export type Mix = Readonly<Record<keyof typeof actions, number>>;

const actions = {
  async write({ random, counts, written }, device, tab) {
    const { own, peer } = device;
    for (let count = random() < 0.2 ? 3 : 1; tab && count > 0; count--) {
      const texts = written.get(device) ?? [];
      const bodyText = `${own.slice(0, 4)} ${texts.length}`;
      counts.messages++;
      texts.push(bodyText);
      const body = { senderProfileId: own, recipientProfileId: peer, bodyText, profilePicIds: [], tsCreated: Date.now() };
      await tab.write(messages.postMessage, { body });
    }
  },
  async read(_scene, { peer }, tab) {
    const newest = tab?.cached().find(({ senderProfileId }) => senderProfileId === peer);
    if (newest) await put(tab, messages.putMessageRead, { params: { id: newest.id } });
  },
  async react({ random }, _device, tab) {
    const message = oneOf(tab?.cached() ?? [], random);
    const emoji = oneOf([...reactions, null], random) ?? null;
    if (message) await put(tab, messages.putMessageReaction, { params: { id: message.id }, body: { emoji } });
  },
  async remove({ random, removed }, { own }, tab) {
    const message = oneOf(tab?.cached() ?? [], random);
    if (message === undefined) return;
    removed.add(message.bodyText);
    const query = { forBoth: message.senderProfileId === own };
    await put(tab, messages.deleteMessage, { params: { id: message.id }, query });
  },
  loseSocket({ random, counts }, device) {
    counts.socketsLost++;
    device.disturb(random() < 0.7 ? 'drop' : 'mute');
  },
  loseNetwork({ counts }, device) {
    device.network.isOnline = !device.network.isOnline;
    if (device.network.isOnline) return;
    counts.offline++;
    device.disturb('mute');
  },
  async restart({ random, counts, server, time }) {
    counts.restarts++;
    await server.stop();
    await time.pass(random() * 3_000);
    await server.start();
  },
  killTab({ random, counts }, device, tab) {
    counts.tabsKilled++;
    if (tab) device.kill(tab);
    if (device.tabs.length === 0 || random() < 0.5) device.openTab();
  },
  wakeWorker({ counts }, device) {
    counts.workerReplays++;
    device.wakeWorker();
    for (const { live } of device.tabs) live.checkConnection();
  },
  setClock({ random, counts, server, time }) {
    counts.clockSteps++;
    const skewMs = (Math.floor(random() * 3) - 1) * dayMs;
    if (random() < 0.5) time.skewMs = skewMs;
    else server.setClock(skewMs);
  },
} satisfies Record<string, Action>;

/** The frequencies in percent. */
export const usualMix: Mix = {
  write: 42,
  read: 8,
  react: 8,
  remove: 6,
  loseSocket: 10,
  loseNetwork: 6,
  restart: 6,
  killTab: 6,
  wakeWorker: 4,
  setClock: 4,
};

/** Performs one action, which is drawn by the frequencies. */
export async function performNext(scene: Scene, mix: Mix): Promise<void> {
  const { random } = scene;
  const device = random() < 0.6 ? scene.ada : scene.ben;
  const tab = oneOf(device.tabs, random);
  const all = Object.entries<Action>(actions);
  const weightOf = (name: string): number => mix[name as keyof Mix];
  let remaining = random() * all.reduce((sum, [name]) => sum + weightOf(name), 0);
  for (const [name, action] of all) {
    remaining -= weightOf(name);
    if (remaining >= 0) continue;
    scene.note(`${device === scene.ada ? 'Ada' : 'Ben'}'s tab ${tab ? device.tabs.indexOf(tab) : 'none'}: ${name}`);
    return void (await action(scene, device, tab));
  }
}

const put = async <E extends AnyEndpoint>(tab: Tab | undefined, endpoint: E, args: CallArgs<E>): Promise<unknown> =>
  tab?.write(endpoint, args);

const oneOf = <T>(list: readonly T[], random: () => number): T | undefined => list[Math.floor(random() * list.length)];
