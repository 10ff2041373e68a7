// The open sockets of this process by member and address, and what it knows of those of the other processes.
import type { AddressGroup } from '#server/http/address-groups.ts';
import type { World } from '#server/world.ts';

export interface Owner {
  readonly profileId: string;
  readonly sessionHash: string;
  /** The groups of the IP address, as in rate limits. */
  readonly addresses: readonly AddressGroup[];
}

export interface OpenSocket {
  readonly owner: Owner;
  /** The time of opening, followed by something unique. The texts of later sockets are greater. */
  readonly opened: string;
  isVisible: boolean;
  conversationWith: string | null;
}

/** Keys of notes to the other processes. */
const keys = {
  member: (profileId: string) => `sockets of ${profileId}`,
  address: (key: string) => `sockets from ${key}`,
  watching: (profileId: string) => `${profileId} watches`,
  looking: (profileId: string, peerId: string) => `${profileId} looks at ${peerId}`,
};

export function createOpenSockets<S extends OpenSocket>({ limits, presence }: Pick<World, 'limits' | 'presence'>) {
  const byProfile = new Map<string, Set<S>>();
  const byAddress = new Map<string, number>();

  const shareOf = (key: string, max: number): number => presence?.shareOf(key, max) ?? max;
  const maxOfMember = (profileId: string): number => shareOf(keys.member(profileId), limits.socketsPerMember);
  const maxOfAddress = ({ key, share }: AddressGroup): number => shareOf(keys.address(key), limits.socketsPerAddress * share);
  const of = (profileId: string): ReadonlySet<S> => byProfile.get(profileId) ?? new Set();
  const isAppVisible = (profileId: string): boolean => [...of(profileId)].some(({ isVisible }) => isVisible);
  const isLookingAt = (profileId: string, peerId: string): boolean =>
    [...of(profileId)].some(({ isVisible, conversationWith }) => isVisible && conversationWith === peerId);

  function* all() {
    for (const sockets of byProfile.values()) yield* sockets;
  }

  /** Call it after the views of a member have changed. `peers` are those whose conversations were or are open. */
  function publishViews(profileId: string, peers: readonly (string | null)[]): void {
    if (presence === null) return;
    presence.publish(keys.watching(profileId), isAppVisible(profileId) ? '1' : null);
    for (const peer of peers)
      if (peer !== null) presence.publish(keys.looking(profileId, peer), isLookingAt(profileId, peer) ? '1' : null);
  }

  function publishCounts({ profileId, addresses }: Owner): void {
    if (presence === null) return;
    const opened = [...of(profileId)].map((socket) => socket.opened);
    presence.publish(keys.member(profileId), opened.length === 0 ? null : opened.join());
    for (const { key } of addresses) presence.publish(keys.address(key), byAddress.get(key)?.toString() ?? null);
  }

  function countAddresses(addresses: readonly AddressGroup[], by: 1 | -1): void {
    for (const { key } of addresses) {
      const count = (byAddress.get(key) ?? 0) + by;
      if (count === 0) byAddress.delete(key);
      else byAddress.set(key, count);
    }
  }

  const hasValueElsewhere = async (key: string): Promise<boolean> => ((await presence?.valuesOfOthers(key)) ?? []).length > 0;

  /** How many sockets of all processes are from the address. Null if that is not known. */
  async function countFrom({ key }: AddressGroup): Promise<number | null> {
    const others = await presence?.valuesOfOthers(keys.address(key));
    return others ? others.map(Number).reduce((sum, count) => sum + count, byAddress.get(key) ?? 0) : null;
  }

  return {
    of,
    all,
    add(socket: S): void {
      const { profileId, addresses } = socket.owner;
      byProfile.set(profileId, (byProfile.get(profileId) ?? new Set()).add(socket));
      countAddresses(addresses, 1);
      publishCounts(socket.owner);
    },
    /** False if the socket was not there. */
    remove(socket: S): boolean {
      const { profileId, addresses } = socket.owner;
      const sockets = byProfile.get(profileId);
      if (!sockets?.delete(socket)) return false;
      if (sockets.size === 0) byProfile.delete(profileId);
      countAddresses(addresses, -1);
      publishCounts(socket.owner);
      if (socket.isVisible) publishViews(profileId, [socket.conversationWith]);
      return true;
    },
    setView(socket: S, isVisible: boolean, conversationWith: string | null): void {
      const before = socket.conversationWith;
      socket.isVisible = isVisible;
      socket.conversationWith = conversationWith;
      publishViews(socket.owner.profileId, [before, conversationWith]);
    },

    maxOfMember,
    /** Whether this process may have one more socket of the member and from these addresses. */
    hasRoomFor: ({ profileId, addresses }: Omit<Owner, 'sessionHash'>): boolean =>
      maxOfMember(profileId) > 0 && addresses.every((group) => (byAddress.get(group.key) ?? 0) < maxOfAddress(group)),
    /** Whether this process has more sockets of the owner than it may. */
    hasTooMany: ({ profileId, addresses }: Owner): boolean =>
      of(profileId).size > maxOfMember(profileId) ||
      addresses.some((group) => (byAddress.get(group.key) ?? 0) > maxOfAddress(group)),

    /** Whether an address of the owner would have too many sockets in all processes together if there were `more` of them. */
    async hasTooManyEverywhere({ addresses }: Pick<Owner, 'addresses'>, more: number): Promise<boolean> {
      const counts = await Promise.all(addresses.map(countFrom));
      return addresses.some(({ share }, at) => (counts[at] ?? 0) + more > limits.socketsPerAddress * share);
    },
    /** If the member has too many in all processes together: the last of those that are too many. */
    async lastSurplusOf(profileId: string): Promise<string | null> {
      const others = await presence?.valuesOfOthers(keys.member(profileId));
      const own = [...of(profileId)].map((socket) => socket.opened);
      const opened = [...own, ...(others ?? []).flatMap((note) => note.split(','))].toSorted();
      return others ? (opened[opened.length - limits.socketsPerMember - 1] ?? null) : null;
    },

    isOnline: (profileId: string): boolean => byProfile.has(profileId),
    isAppVisible,
    isLookingAt,
    isAppVisibleElsewhere: (profileId: string): Promise<boolean> => hasValueElsewhere(keys.watching(profileId)),
    isLookingElsewhere: (profileId: string, peerId: string): Promise<boolean> =>
      hasValueElsewhere(keys.looking(profileId, peerId)),
    counts: () => ({
      sockets: [...byProfile.values()].reduce((sum, sockets) => sum + sockets.size, 0),
      members: byProfile.size,
    }),
  };
}
