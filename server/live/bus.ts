// What features tell each other and the sockets after a commit; in one process here, behind an interface that several can share.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { PrivatePicturesFor } from '#shared/contract/settings.ts';

export type BusEvent =
  /** Send this to every socket of the profile. */
  | { readonly type: 'deliver'; readonly profileId: string; readonly event: LiveEvent }
  /** Profile fields, name, pictures or consent changed: briefs are built anew. */
  | { readonly type: 'profileChanged'; readonly profileId: string }
  /** The published point may have changed: shown, moved, hidden or ended. */
  | { readonly type: 'positionChanged'; readonly profileId: string }
  /** `isTest`: a test user, of whom only those in test mode ever knew. */
  | { readonly type: 'profileDeleted'; readonly profileId: string; readonly isTest?: true }
  /** The member used the application just now. */
  | { readonly type: 'memberSeen'; readonly profileId: string }
  /** What others see of a member in this sector is now this. */
  | { readonly type: 'briefShown'; readonly sector: string; readonly brief: ProfileBrief }
  /** A member left this sector, or all of them. */
  | { readonly type: 'briefGone'; readonly sector: string; readonly profileId: string }
  /** Somebody spoke in a sector, or took it back: for those who listen there and may hear him, but not for himself. */
  | { readonly type: 'saidInSector'; readonly sector: string; readonly senderId: string; readonly event: LiveEvent }
  /** One of the two set or lifted a block. */
  | { readonly type: 'blockChanged'; readonly blockerId: string; readonly blockedId: string; readonly isBlocked: boolean }
  /** A member is suspended until then, or (null) no longer. */
  | { readonly type: 'suspensionChanged'; readonly profileId: string; readonly untilMs: number | null }
  /** Sessions ended (hashes), or every session of an account but one. */
  | { readonly type: 'sessionsEnded'; readonly accountId: string; readonly sessionHashes: readonly string[] }
  | { readonly type: 'sessionChanged'; readonly accountId: string }
  /** Choices of the account changed: precision of positions, quiet hours and the like; `hide` and `privatePictures` where made. */
  | {
      readonly type: 'settingsChanged';
      readonly accountId: string;
      readonly profileId: string;
      readonly hide?: boolean;
      readonly privatePictures?: PrivatePicturesFor;
    }
  /** A push may be due for this profile. */
  | { readonly type: 'pushQueued'; readonly profileId: string };

type BusEventOf<T extends BusEvent['type']> = Extract<BusEvent, { type: T }>;

export interface Bus {
  /** Tells every listener, in order, on this tick. Call it after the commit, never inside a transaction. */
  publish(event: BusEvent): void;
  on<T extends BusEvent['type']>(type: T, listener: (event: BusEventOf<T>) => void): () => void;
}

/** The bus of one process. A listener that throws is reported and keeps nobody else from hearing. */
export function localBus(onTrouble: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(event: never) => void>>();
  return {
    publish(event) {
      for (const listener of listeners.get(event.type) ?? []) {
        try {
          (listener as (event: BusEvent) => void)(event);
        } catch (error) {
          onTrouble(error);
        }
      }
    },
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      set.add(listener);
      return () => set.delete(listener);
    },
  };
}
