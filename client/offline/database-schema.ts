// The stores of the device database, with the types of their rows.
import type { DBSchema } from 'idb';
import type { GoneMeansDone, ReplyCache } from '#shared/contract/endpoint.ts';
import type { Message } from '#shared/contract/messages.ts';
import type { Sealed } from './seal.ts';

/** A call in plain values, which can be sent without the contract. */
export interface OutboxWrite {
  readonly method: string;
  /** With parameters filled in and the query appended. */
  readonly path: string;
  /** Sent as JSON; null is a call without a body. */
  readonly body: unknown;
  /** The member's name for the write. */
  readonly label: string;
  /** The cache on this device that stores the reply. */
  readonly keeps: ReplyCache | null;
  /** When 404 or 410 counts as success. Absent in rows of older builds (older-rows.ts). */
  readonly goneMeansDone?: GoneMeansDone | null;
  /** The previous values of the changed fields, for rebasing the write after a conflict. */
  readonly base?: Fields | null;
}

/** The server's refusal: status, error code and message for members. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface UploadedPicture {
  readonly fileName: string;
  /** The media type reported by the device. */
  readonly type: string;
  readonly bytes: number;
  /** The list to which it is appended; 'chat' for a picture that a message names. */
  readonly list: 'profilePicIds' | 'profilePicIdsPrivate' | 'chat';
  /** The member to whom it is sent, for a picture of a message. */
  readonly recipient?: string;
  /** The id of the picture that it replaces; null for an additional one. */
  readonly replaces: string | null;
  /** Its id once the server has it. */
  readonly pictureId: string | null;
}

export interface Wrapped {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

export interface WrappedByPin extends Wrapped {
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
}

export interface WrappedByPasskey extends Wrapped {
  readonly credentialId: ArrayBuffer;
  /** The input from which the authenticator computes its secret. */
  readonly salt: Uint8Array<ArrayBuffer>;
  /** The site of a passkey of the account; absent if it only opens the lock. */
  readonly rpId?: string;
}

export interface LockRecord {
  readonly pin: WrappedByPin | null;
  readonly passkey: WrappedByPasskey | null;
  /** Wrong PINs in all tabs since the last correct one. */
  readonly wrongTries: number;
  /** The idle time after which the app locks; 0 locks it as soon as it is hidden. */
  readonly lockAfterMs: number;
}

/** Named fields of an entity with their values. */
export type Fields = Readonly<Record<string, unknown>>;

interface QueuedRow {
  /** Auto-incremented: the order in which the member wrote or chose them. */
  readonly order?: number;
  readonly id: string;
  readonly profile: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly tries: number;
  /** The earliest time to send it, by the device's clock. */
  readonly nextMs: number;
  readonly reason: Refusal | null;
}

export interface OutboxRow extends QueuedRow {
  readonly queue: string;
  readonly createdMs: number;
  /** The Idempotency-Key of each attempt. */
  readonly key: string;
  /** Sent as If-Match: the version that the member edited. */
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
 * A picture waiting to be uploaded; its bytes are in `uploadFiles`, so that listing uploads does not read them. Its id is the
 * Idempotency-Key of each attempt.
 */
export interface UploadRow extends QueuedRow {
  /**
   * 'file': the bytes have to be sent. 'up': the picture is uploaded and has to be added to the profile.
   * 'naming': the request to add it was sent, with an unknown result. 'held': uploaded, and kept until its message is delivered.
   */
  readonly stage: 'file' | 'up' | 'naming' | 'held';
  /** True for a picture of a message in the outbox. */
  readonly isOfMessage?: boolean;
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
   * 'owner': the member whose data this is. 'sender': the logged-in member. 'cursor': the position of the last event received over the socket.
   * 'lock': present while an app lock is set. 'root': the root of the data keys, if there is neither a key file nor a lock.
   * 'vault': the sealed entries of local storage.
   */
  meta: {
    key: 'owner' | 'sender' | 'cursor' | 'lock' | 'root' | 'vault';
    value: string | number | LockRecord | Uint8Array<ArrayBuffer> | Sealed<Readonly<Record<string, unknown>>>;
  };
  outbox: { key: number; value: OutboxRow; indexes: { byId: string; byProfile: string } };
  /** Unsent messages by conversation. */
  drafts: { key: [string, string]; value: ValueRow<string> };
  profiles: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  briefs: { key: [string, string]; value: ValueRow; indexes: { bySaved: [string, number] } };
  /** Complete replies of list calls by name. */
  lists: { key: [string, string]; value: ValueRow };
  messages: { key: [string, string, number]; value: MessageRow; indexes: { byId: [string, string] } };
  uploads: { key: number; value: UploadRow; indexes: { byId: string; byProfile: string } };
  uploadFiles: { key: [string, string]; value: UploadFile };
}
