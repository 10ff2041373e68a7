// Remembers the members with whom a member has exchanged messages.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { World } from '#server/world.ts';
import type { Dependencies } from './context.ts';
import { createPeersStore } from './peers.store.ts';

export interface Peers {
  /** The members to whom the member wrote, or of whom the member sees a message. Later calls change this set. */
  writtenWith(profileId: string): Promise<ReadonlySet<string>>;
  /** True if each has written to the other. Messages that the sender has unsent do not count. */
  haveBothWritten(a: string, b: string): Promise<boolean>;
  /** Those, except hidden members, to whom the member wrote and of whom they see or have read a message, the most recent first. */
  exchangedWith(profileId: string, limit: number): Promise<string[]>;
  /** Those of the given members that `exchangedWith` would list without a limit. */
  exchangedAmong(profileId: string, peerIds: readonly string[]): Promise<string[]>;
}

const maxKeptMembers = 200;

/** Caches the sets of the members who asked most recently, and reads only their changes. */
export function createPeers({ db }: World, { visibility }: Pick<Dependencies, 'visibility'>): Peers {
  const store = createPeersStore(db.read);
  const kept = new BoundedMap<string, { readonly peers: Set<string>; revision: number }>(maxKeptMembers);

  return {
    async writtenWith(profileId) {
      const known = kept.get(profileId) ?? { peers: new Set<string>(), revision: 0 };
      kept.set(profileId, known);
      const changed = await store.changedPeers(profileId, known.revision);
      // A concurrent call may have applied later changes in the meantime.
      for (const { peerId, isKnown } of changed.filter((peer) => peer.revision > known.revision))
        if (isKnown) known.peers.add(peerId);
        else known.peers.delete(peerId);
      known.revision = Math.max(known.revision, changed.at(-1)?.revision ?? 0);
      return known.peers;
    },
    haveBothWritten: store.haveBothWritten,
    exchangedWith: (profileId, limit) =>
      store.exchangedWith(profileId, limit, (peerId) => !visibility.isHidden(profileId, peerId)),
    async exchangedAmong(profileId, peerIds) {
      const found = await store.exchangedAmong(profileId, peerIds);
      return found.filter((peerId) => !visibility.isHidden(profileId, peerId));
    },
  };
}
