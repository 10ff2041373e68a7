// The stores of the device database, with the types of their rows.
import type { DBSchema } from 'idb';
import type { GoneMeansDone, ReplyCache } from '#shared/contract/endpoint.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { Sealed } from './seal.ts';

/** A call ready to be sent: neither the contract nor a schema is needed any more. */
export interface OutboxWrite {
  readonly method: string;
  /** With parameters filled in and the query appended. */
  readonly path: string;
  /** Sent as JSON; null is a call without a body. */
  readonly body: unknown;
  /** What it is, in words for the member. */
  readonly label: string;
  /** The cache of the device that the reply is stored in, also by a worker without pages. */
  readonly keeps: ReplyCache | null;
  /** When 404 or 410 is no refusal. Absent in the rows of builds before this field (older-rows.ts). */
  readonly goneMeansDone?: GoneMeansDone | null;
  /** What the fields that it changes were before: with them a write that was overtaken finds its way onto the newer state. */
  readonly base?: Fields | null;
}

/** The reason of the refusal: status, the contract's code and the sentence for people. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface UploadedPicture {
  readonly fileName: string;
  /** Media type, as the device says it. */
  readonly type: string;
  readonly bytes: number;
  /** The list it is added to, as the last one. */
  readonly list: 'profilePicIds' | 'profilePicIdsPrivate';
  /** The picture whose place it takes; null is a new one. */
  readonly replaces: string | null;
  /** Its id once the server has it. */
  readonly pictureId: string | null;
}

export interface Wrapped {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

export interface PinWay extends Wrapped {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}

export interface PasskeyWay extends Wrapped {
  readonly credentialId: ArrayBuffer;
  /** What the authenticator computes its secret from. */
  readonly salt: Uint8Array<ArrayBuffer>;
}

export interface LockRecord {
  readonly pin: PinWay | null;
  readonly passkey: PasskeyWay | null;
  /** Wrong PINs since the last right one, on this device, whatever tab they were typed in. */
  readonly wrongTries: number;
  /** The app locks itself when it was not used for so long; 0 is as soon as it is hidden. */
  readonly lockAfterMs: number;
}

/** Named fields of an entity with their values. */
export type Fields = Readonly<Record<string, unknown>>;

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

export interface ValueRow<T = unknown> {
  readonly profile: string;
  readonly id: string;
  readonly savedMs: number;
  readonly value: Sealed<T>;
}

/** A picture of the own profile on its way up; its bytes are stored apart from it, so that reading the list does not read them. */
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

interface UploadFile {
  readonly profile: string;
  readonly id: string;
  readonly value: Sealed<ArrayBuffer>;
}

export interface MessageRow {
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
  drafts: { key: [string, string]; value: ValueRow<string> };
  profiles: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  briefs: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  /** Whole answers by name: conversations, tiles, who likes whom. */
  lists: { key: [string, string]; value: ValueRow };
  messages: { key: [string, string, number]; value: MessageRow; indexes: { byId: [string, string] } };
  uploads: { key: number; value: UploadRow; indexes: { byId: string; byProfile: string } };
  uploadFiles: { key: [string, string]; value: UploadFile };
}
