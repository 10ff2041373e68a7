// Prepares a chosen picture and stores it on the device for its upload.
import type { Destination } from '#client/offline/outbox/upload-rows.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { preparePicture, type Preparing } from '#client/shrink/prepare-picture.ts';

/** Rejects like `preparePicture` and `uploads.add`. A picture that is cancelled while it is being stored is not uploaded either. */
export async function queuePicture(own: string, file: File, to: Destination, preparing: Preparing) {
  const picture = await preparePicture(file, preparing);
  const entry = await uploads.add(own, picture, to);
  if (preparing.signal.aborted) await uploads.cancel(entry);
  return { id: entry.id, picture };
}
