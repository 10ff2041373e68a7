// The stores of the device database, with the types of their rows.
import type { DBSchema } from 'idb';
import type { GoneMeansDone, ReplyCache } from '#shared/contract/endpoint.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { Sealed } from './seal.ts';

/** A call as plain values. It can be sent without the contract. */
export interface OutboxWrite {
  readonly method: string;
  /** The path with its parameters and the query. */
  readonly path: string;
  /** Sent as JSON. Null for a call without a body. */
  readonly body: unknown;
  /** The name of the write on screens. */
  readonly label: string;
  /** The cache on this device in which the reply is stored. */
  readonly keeps: ReplyCache | null;
  /** Whether 404 or 410 means that the write is done. Rows of older builds do not have it (older-rows.ts). */
  readonly goneMeansDone?: GoneMeansDone | null;
  /** The values of the changed fields from before the change. They serve to rebase the write after a conflict. */
  readonly base?: Fields | null;
}

/** The server's refusal: status, error code, and a message for members. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface PictureToUpload {
  readonly fileName: string;
  /** The media type reported by the device. */
  readonly type: string;
  readonly bytes: number;
  /** The list to which it is appended, or 'chat' for a picture of a message. */
  readonly list: 'profilePicIds' | 'profilePicIdsPrivate' | 'chat';
  /** The member to whom it is sent, for a picture of a message. */
  readonly recipient?: string;
  /** The id of the picture that it replaces; null for an additional one. */
  readonly replaces: string | null;
  /** The id of the uploaded picture. Null until the server has it. */
  readonly pictureId: string | null;
}

export interface WrappedKey {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

export interface PinWrappedKey extends WrappedKey {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}

export interface PasskeyWrappedKey extends WrappedKey {
  readonly credentialId: ArrayBuffer;
  /** The input from which the authenticator computes its secret. */
  readonly salt: Uint8Array<ArrayBuffer>;
  /** The site of a passkey of the account. Not present if the passkey only opens the lock. */
  readonly rpId?: string;
}

export interface LockRecord {
  readonly pin: PinWrappedKey | null;
  readonly passkey: PasskeyWrappedKey | null;
  /** The number of PINs that were tried, in all tabs, since the lock was last opened. It is counted before a PIN is checked. */
  readonly wrongTries: number;
  /** The app locks after this time without use. With 0 it locks as soon as it is hidden. */
  readonly lockAfterMs: number;
}

/** Named fields of an entity with their values. */
export type Fields = Readonly<Record<string, unknown>>;

interface QueuedRow {
  /** Auto-incremented, in the order in which the member made the writes or chose the pictures. */
  readonly order?: number;
  readonly id: string;
  readonly profile: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly tries: number;
  /** The earliest time to send it, by this device's clock. */
  readonly nextMs: number;
  /** The time when it began to wait for `nextMs`. 0 or missing if it does not wait, and missing in rows of older builds. */
  readonly waitsFromMs?: number;
  readonly reason: Refusal | null;
}

export interface OutboxRow extends QueuedRow {
  readonly queue: string;
  readonly createdMs: number;
  /** The Idempotency-Key of every attempt. */
  readonly key: string;
  /** The version that the member edited, sent as If-Match. */
  readonly version: string | null;
  /** The pictures that have to be uploaded before it is sent. */
  readonly uploadIds?: readonly string[];
  readonly write: Sealed<OutboxWrite>;
}

export interface ValueRow<T = unknown> {
  readonly profile: string;
  readonly id: string;
  readonly savedMs: number;
  readonly value: Sealed<T>;
}

/**
 * A picture that waits for its upload. Its bytes are in `uploadFiles`, so that they are not read with the list. Its id is the
 * Idempotency-Key of every attempt.
 */
export interface UploadRow extends QueuedRow {
  /**
   * 'file': the bytes have to be sent. 'up': the picture is uploaded and has to be added to the profile.
   * 'naming': the request to add it was sent, with an unknown result. 'held': uploaded, and kept until its message is delivered.
   */
  readonly stage: 'file' | 'up' | 'naming' | 'held';
  /** True for a picture of a message in the outbox. */
  readonly isOfMessage?: boolean;
  readonly value: Sealed<PictureToUpload>;
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
   * 'owner': the member whose data this is. 'sender': the logged-in member. 'cursor': the last cursor received over the socket.
   * 'lock': the app lock, if there is one. 'root': the root of the data keys, if there is neither a key file nor a lock.
   * 'vault': the encrypted entries that replace local storage.
   */
  meta: {
    key: 'owner' | 'sender' | 'cursor' | 'lock' | 'root' | 'vault';
    value: string | number | LockRecord | Uint8Array<ArrayBuffer> | Sealed<Readonly<Record<string, unknown>>>;
  };
  outbox: { key: number; value: OutboxRow; indexes: { byId: string; byProfile: string } };
  /** The drafts of messages, by conversation. */
  drafts: { key: [string, string]; value: ValueRow<string> };
  profiles: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  briefs: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  /** Lists and other values, by name. */
  lists: { key: [string, string]; value: ValueRow };
  messages: { key: [string, string, number]; value: MessageRow; indexes: { byId: [string, string] } };
  uploads: { key: number; value: UploadRow; indexes: { byId: string; byProfile: string } };
  uploadFiles: { key: [string, string]; value: UploadFile };
}
