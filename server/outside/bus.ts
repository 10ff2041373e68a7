// The event bus between features and sockets of one process. Events are published after their commit.
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Preferences } from '#shared/contract/settings.ts';

export type BusEvent =
  /** For every socket of the profile. `revision`: the event's number in the server's sequence, from which sockets resume after it. */
  | { readonly type: 'deliver'; readonly profileId: string; readonly event: LiveEvent; readonly revision?: number }
  /** Profile fields, name, pictures or consent changed. `wasShown: false`: watchers already have an event that the member left. */
  | { readonly type: 'profileChanged'; readonly profileId: string; readonly wasShown?: false }
  /** The published point may have changed: shown, moved, hidden or ended. */
  | { readonly type: 'positionChanged'; readonly profileId: string }
  /** `isTest`: a test user, visible only in test mode. */
  | { readonly type: 'profileDeleted'; readonly profileId: string; readonly isTest?: true }
  /** The member used the application just now. */
  | { readonly type: 'memberSeen'; readonly profileId: string }
  /** The current brief of a member in this sector. */
  | { readonly type: 'briefShown'; readonly sector: string; readonly brief: ProfileBrief }
  /** A member left this sector, or all of them. */
  | { readonly type: 'briefGone'; readonly sector: string; readonly profileId: string }
  /** A member wrote to a sector or took a message back: for the others who watch it and from whom the member is not hidden. */
  | { readonly type: 'deliverToSector'; readonly sector: string; readonly senderId: string; readonly event: LiveEvent }
  /** A block was set or lifted. */
  | { readonly type: 'blockChanged'; readonly blockerId: string; readonly blockedId: string; readonly isBlocked: boolean }
  /** A member is suspended until `untilMs`, or no longer (null). */
  | { readonly type: 'suspensionChanged'; readonly profileId: string; readonly untilMs: number | null }
  /** Sessions ended (hashes), or every session of an account but one. */
  | { readonly type: 'sessionsEnded'; readonly accountId: string; readonly sessionHashes: readonly string[] }
  | { readonly type: 'sessionChanged'; readonly accountId: string }
  /** An app lock was set or removed: the session's sockets open again, with a proof. */
  | { readonly type: 'sessionLocked'; readonly sessionHash: string }
  /** Settings of the account changed; the three values are given when they were among them. */
  | {
      readonly type: 'settingsChanged';
      readonly accountId: string;
      readonly profileId: string;
      readonly hide?: boolean;
      readonly showOnline?: boolean;
      readonly privatePictures?: Preferences['privatePictures'];
    }
  /** A case was opened, voted on or decided: work on it may be due. */
  | { readonly type: 'casesDue' }
  /** A push may be due for this profile. */
  | { readonly type: 'pushQueued'; readonly profileId: string };

type BusEventOf<T extends BusEvent['type']> = Extract<BusEvent, { type: T }>;

export interface Bus {
  /** Calls every listener, in order, on this tick. Call it after the commit, never inside a transaction. */
  publish(event: BusEvent): void;
  on<T extends BusEvent['type']>(type: T, listener: (event: BusEventOf<T>) => void): () => void;
}

/** The bus of one process. A listener that throws is reported; the others are still called. */
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
