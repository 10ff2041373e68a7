// What lies in the stores of the device database, row by row.
import type { DBSchema } from 'idb';
import type { Message } from '#shared/contract/messages.ts';
import type { LockRecord } from './lock-record.ts';
import type { OutboxWrite, Refusal } from './outbox.ts';
import type { Sealed } from './seal.ts';
import type { UploadedPicture } from './uploads.ts';

export interface OutboxRow {
  /** Given by the database, growing: the order in which the member wrote. */
  readonly order?: number;
  readonly id: string;
  readonly profile: string;
  readonly queue: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly tries: number;
  /** Not sent before, by this device's clock; 0 is at once. */
  readonly nextMs: number;
  readonly createdMs: number;
  /** Sent as Idempotency-Key with each try. */
  readonly key: string;
  /** Sent as If-Match: the state that the change was made on. */
  readonly version: string | null;
  readonly reason: Refusal | null;
  readonly write: Sealed<OutboxWrite>;
}

export interface Saved<T = unknown> {
  readonly profile: string;
  readonly id: string;
  readonly savedMs: number;
  readonly value: Sealed<T>;
}

/** A picture of the own profile on its way up; its bytes lie beside it, so that a look at the list does not read them. */
export interface UploadRow {
  /** Given by the database, growing: the order in which the member chose them. */
  readonly order?: number;
  /** Sent as Idempotency-Key with each try. */
  readonly id: string;
  readonly profile: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /**
   * 'file': the bytes are to be sent. 'up': the server has them, and only the place in the profile is missing.
   * 'naming': that was asked for, and may have been done.
   */
  readonly stage: 'file' | 'up' | 'naming';
  readonly tries: number;
  /** Not sent before, by this device's clock; 0 is at once. */
  readonly nextMs: number;
  readonly reason: Refusal | null;
  readonly value: Sealed<UploadedPicture>;
}

export interface UploadFile {
  readonly profile: string;
  readonly id: string;
  readonly value: Sealed<ArrayBuffer>;
}

export interface SavedMessage {
  readonly profile: string;
  readonly peer: string;
  readonly sequence: number;
  readonly id: string;
  readonly revision: number;
  readonly value: Sealed<Message>;
}

export interface MemberSchema extends DBSchema {
  /**
   * 'owner': whose data this is. 'sender': who is logged in. 'revision': up to where the socket has told.
   * 'lock': there while an app lock is set; all names in this database are sealed then. 'vault': what else would lie in local storage.
   */
  meta: {
    key: 'owner' | 'sender' | 'revision' | 'lock' | 'vault';
    value: string | number | LockRecord | Sealed<Readonly<Record<string, unknown>>>;
  };
  outbox: { key: number; value: OutboxRow; indexes: { byId: string; byProfile: string } };
  /** Half-written texts by conversation. */
  drafts: { key: [string, string]; value: Saved<string> };
  profiles: { key: [string, string]; value: Saved; indexes: { bySaved: [string, number] } };
  briefs: { key: [string, string]; value: Saved; indexes: { bySaved: [string, number] } };
  /** Whole answers by name: conversations, tiles, who likes whom. */
  lists: { key: [string, string]; value: Saved };
  messages: { key: [string, string, number]; value: SavedMessage; indexes: { byId: [string, string] } };
  uploads: { key: number; value: UploadRow; indexes: { byId: string; byProfile: string } };
  uploadFiles: { key: [string, string]; value: UploadFile };
}
