// Merges the open screens and watched sectors of all tabs for the connection that they share.
import type { LiveCommand } from '#shared/contract/live.ts';
import { limits } from '#shared/rules/limits.ts';

/** Commands that are valid until the next one of their type. All others are sent once. */
export type Subscription = Extract<LiveCommand, { type: 'looking' | 'watchSectors' }>;

export const isSubscription = (command: LiveCommand): command is Subscription =>
  command.type === 'looking' || command.type === 'watchSectors';

export interface TabSubscriptions {
  readonly add: (tab: string, command: Subscription) => void;
  /** Returns true if the tab had subscriptions. */
  readonly remove: (tab: string) => boolean;
  readonly of: (tab: string) => readonly Subscription[];
  /** The sectors of all tabs up to the limit, or the screen of the visible tab: of several windows, one with a conversation. */
  readonly merged: (type: Subscription['type']) => Subscription;
  readonly allMerged: () => readonly Subscription[];
}

export function createTabSubscriptions(): TabSubscriptions {
  const byTab = new Map<string, Map<Subscription['type'], Subscription>>();

  function merged(type: Subscription['type']): Subscription {
    const all = [...byTab.values()].map((own) => own.get(type)).filter((command) => command !== undefined);
    if (type === 'watchSectors') {
      const sectors = new Set(all.flatMap((command) => (command.type === 'watchSectors' ? command.sectors : [])));
      return { type, sectors: [...sectors].slice(0, limits.maxMapSectors) };
    }
    const visible = all.filter((command) => command.type === 'looking' && command.isVisible);
    const withConversation = visible.find((command) => command.type === 'looking' && command.conversationWith !== null);
    return withConversation ?? visible[0] ?? { type, isVisible: false, conversationWith: null };
  }

  return {
    add: (tab, command) => {
      const own = byTab.get(tab) ?? new Map<Subscription['type'], Subscription>();
      byTab.set(tab, own.set(command.type, command));
    },
    remove: (tab) => byTab.delete(tab),
    of: (tab) => [...(byTab.get(tab)?.values() ?? [])],
    merged,
    allMerged: () => [...new Set([...byTab.values()].flatMap((own) => [...own.keys()]))].map(merged),
  };
}
