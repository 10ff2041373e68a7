// The counts of unread items in the menu and the main navigation.
import { createStore, useStore } from '#client/device/store.ts';

export interface Badges {
  readonly chats: number;
  readonly likes: number;
  readonly notifications: number;
}

const badges = createStore<Badges>({ chats: 0, likes: 0, notifications: 0 });

export const useBadges = (): Badges => useStore(badges);

export function setBadges(change: Partial<Badges>): void {
  badges.set({ ...badges.get(), ...change });
}
