// The event bus between features and sockets of a process. Events are published after the commit.
import type { TestUsers } from '#shared/contract/admin.ts';
import type { LiveEvent } from '#shared/contract/live.ts';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import type { Preferences } from '#shared/contract/settings.ts';

export type BusEvent =
  /**
   * A message between two members was sent or changed, and the first one may see the change. Processes that share a database read it
   * from there, so that each member gets the changes in the order of their numbers.
   */
  | { readonly type: 'messagesChanged'; readonly profileId: string; readonly peerId: string }
  /** A socket of this process sends the changes of the member's messages from now on. */
  | { readonly type: 'socketBegun'; readonly profileId: string }
  /** The member has too many sockets in all processes together: those up to `last` by the times of opening are closed. */
  | { readonly type: 'socketsReplaced'; readonly profileId: string; readonly last: string }
  /** A member wrote to a sector. Processes that share a database read the message from there. */
  | { readonly type: 'broadcastSent'; readonly messageId: string }
  /**
   * For all sockets of the profile, unless the member whom it is about is hidden from it then. `revision` is the event's number in the
   * server's sequence, from which sockets resume.
   */
  | {
      readonly type: 'deliver';
      readonly profileId: string;
      readonly event: LiveEvent;
      readonly revision?: number;
      readonly aboutProfileId?: string;
    }
  /** Fields, name, pictures or consents of a profile changed. `wasShown: false` means that watchers know that the member left. */
  | { readonly type: 'profileChanged'; readonly profileId: string; readonly wasShown?: false }
  /** The position of a member was stored. Processes that share a database read it from there. */
  | { readonly type: 'positionStored'; readonly profileId: string }
  /** The published point may have changed: the member is shown, moved, hidden, or their position expired. */
  | { readonly type: 'positionChanged'; readonly profileId: string }
  /** `isTest` is true for a test user, who is visible only in test mode. */
  | { readonly type: 'profileDeleted'; readonly profileId: string; readonly isTest?: true }
  /** The member has just used the app. */
  | { readonly type: 'memberSeen'; readonly profileId: string }
  /** The current brief of a member in this sector. */
  | { readonly type: 'briefShown'; readonly sector: string; readonly brief: ProfileBrief }
  /** A member left this sector, or all of them. */
  | { readonly type: 'briefGone'; readonly sector: string; readonly profileId: string }
  /** A member wrote to a sector, or took a message back. It is for others who watch the sector and from whom they are not hidden. */
  | { readonly type: 'deliverToSector'; readonly sector: string; readonly senderId: string; readonly event: LiveEvent }
  /** A block was set or removed. */
  | { readonly type: 'blockChanged'; readonly blockerId: string; readonly blockedId: string; readonly isBlocked: boolean }
  /** A member is suspended until `untilMs`, or with null no longer suspended. `wasSuspended` is true if they were already. */
  | {
      readonly type: 'suspensionChanged';
      readonly profileId: string;
      readonly untilMs: number | null;
      readonly wasSuspended?: true;
    }
  /** Sessions ended: those with the given hashes, or all of an account except one. */
  | { readonly type: 'sessionsEnded'; readonly accountId: string; readonly sessionHashes: readonly string[] }
  | { readonly type: 'sessionChanged'; readonly accountId: string }
  /** Preferences of the account were stored by this process. `hide` is present if it changed. */
  | { readonly type: 'preferencesStored'; readonly profileId: string; readonly hide?: boolean }
  /** An app lock was set or removed. The sockets of the session have to be opened again with a proof. */
  | { readonly type: 'sessionLocked'; readonly sessionHash: string }
  /** Settings of the account changed. The two values are present if they changed. */
  | {
      readonly type: 'settingsChanged';
      readonly accountId: string;
      readonly profileId: string;
      readonly showOnline?: boolean;
      readonly privatePictures?: {
        readonly before: Preferences['privatePictures'];
        readonly now: Preferences['privatePictures'];
      };
    }
  /** Pictures were taken down, or are allowed again: uploads that look like them are refused, or no longer. */
  | { readonly type: 'refusedPicturesChanged'; readonly fingerprints: readonly string[]; readonly isRefused: boolean }
  /** A job that makes or removes test users has begun, has done one more, or with null has ended. */
  | { readonly type: 'testUsersJob'; readonly job: TestUsers['job']; readonly hasFailed: boolean }
  /**
   * A call found that what it asks for is already stored, perhaps by an earlier try that was not answered. Nobody listens to this event: it
   * makes the answer wait until all processes know what was stored before it.
   */
  | { readonly type: 'foundStored' }
  /** A case was opened, voted on or decided, so that there may be something to do. */
  | { readonly type: 'casesDue' }
  /** There may be a push to send to this profile. */
  | { readonly type: 'pushQueued'; readonly profileId: string };

/** If such an event comes late, members only wait. All others are about what a process remembers of the database. */
const notUrgent: ReadonlySet<BusEvent['type']> = new Set([
  'broadcastSent',
  'casesDue',
  'deliver',
  'deliverToSector',
  'memberSeen',
  'messagesChanged',
  'pushQueued',
  'socketsReplaced',
]);

/** True if an answer that was made without knowing of the event could show what it must not, or what is no longer true. */
export const isUrgent = ({ type }: BusEvent): boolean => !notUrgent.has(type);

type BusEventOf<T extends BusEvent['type']> = Extract<BusEvent, { type: T }>;

export interface Bus {
  /** Calls all listeners at once and in order. Never call it in a transaction: for that there is `publishAfter`. */
  publish(event: BusEvent): void;
  /** Publishes the event, and resolves once the listeners have also finished their later work. Rejects if one of them fails. */
  apply(event: BusEvent): Promise<void>;
  /** A listener may return a promise of its later work. */
  on<T extends BusEvent['type']>(type: T, listener: (event: BusEventOf<T>) => unknown): () => void;
  /** Resolves once the listeners of all events so far have also finished their later work. */
  settled(): Promise<void>;
}

/** The bus of a process. If a listener of a published event fails, the error is reported and the others are still called. */
export function localBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(event: never) => unknown>>();
  const running = new Set<Promise<unknown>>();

  /** Returns the promises of the listeners' later work. */
  function call(event: BusEvent, onFailure: (error: unknown) => void): Promise<unknown>[] {
    const later: Promise<unknown>[] = [];
    for (const listener of listeners.get(event.type) ?? []) {
      try {
        const result = (listener as (event: BusEvent) => unknown)(event);
        if (result instanceof Promise) later.push(untilDone(result.catch(onFailure)));
      } catch (error) {
        onFailure(error);
      }
    }
    return later;
  }

  function untilDone(work: Promise<unknown>): Promise<unknown> {
    running.add(work);
    return work.finally(() => running.delete(work));
  }

  return {
    publish: (event) => void call(event, onError),
    async apply(event) {
      const failures: unknown[] = [];
      await Promise.all(call(event, (error) => failures.push(error)));
      failures.slice(1).forEach(onError);
      if (failures.length > 0) throw failures[0];
    },
    on(type, listener) {
      const set = listeners.get(type) ?? new Set();
      listeners.set(type, set);
      set.add(listener);
      return () => set.delete(listener);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
