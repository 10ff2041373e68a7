// Adds, finds, restarts and removes the database rows of pictures to upload, inside a transaction.
import type { PictureToUpload, UploadRow } from '#client/offline/database-schema.ts';
import type { MemberTransaction } from '#client/offline/database.ts';
import { seal } from '#client/offline/seal.ts';

/** The list of the profile to which the picture is added, with the one that it replaces, or the member to whom it is sent. */
export type Destination = Pick<PictureToUpload, 'list' | 'replaces' | 'recipient'>;

/** A chosen picture. Its id is the Idempotency-Key of each attempt. */
export interface NewUpload {
  readonly id: string;
  readonly file: File;
  readonly destination: Destination;
}

export const newUploadState = { state: 'waiting', stage: 'file', tries: 0, nextMs: 0, reason: null } as const;

export const pictureOf = ({ file: { name, type, size }, destination }: NewUpload): PictureToUpload => ({
  ...destination,
  fileName: name,
  type,
  bytes: size,
  pictureId: null,
});

/** Encrypts the picture. `owner` is the member's encrypted id. Resolves to a function that adds both rows and returns the upload's key. */
export async function sealedUpload(
  owner: string,
  upload: NewUpload,
): Promise<(transaction: MemberTransaction) => Promise<number>> {
  const { id, file, destination } = upload;
  const [value, bytes] = await Promise.all([seal(pictureOf(upload)), file.arrayBuffer().then((held) => seal(held))]);
  const row: UploadRow = {
    ...newUploadState,
    id,
    profile: owner,
    value,
    ...(destination.list === 'chat' ? { isOfMessage: true } : {}),
  };
  return async (transaction) => {
    await transaction.objectStore('uploadFiles').put({ profile: owner, id, value: bytes });
    return transaction.objectStore('uploads').add(row);
  };
}

/** Removes pictures with their bytes. */
export async function removeUploads(transaction: MemberTransaction, owner: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const key = await transaction.objectStore('uploads').index('byId').getKey(id);
    if (key !== undefined) await transaction.objectStore('uploads').delete(key);
    await transaction.objectStore('uploadFiles').delete([owner, id]);
  }
}

/** A member's pictures by id. */
export async function uploadsById(transaction: MemberTransaction, owner: string): Promise<ReadonlyMap<string, UploadRow>> {
  const rows = await transaction.objectStore('uploads').index('byProfile').getAll(owner);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Queues refused pictures again. After a refused message, uploaded ones are queued too, because the server may have deleted them. */
export async function restartUploads(
  transaction: MemberTransaction,
  ids: readonly string[],
  isMessageRefused: boolean,
): Promise<void> {
  for (const id of ids) {
    const row = await transaction.objectStore('uploads').index('byId').get(id);
    const isDue = row?.state === 'failed' || (isMessageRefused && row?.stage === 'held');
    if (row !== undefined && isDue) await transaction.objectStore('uploads').put({ ...row, ...newUploadState });
  }
}
