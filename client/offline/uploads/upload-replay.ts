// Uploads waiting pictures, two at a time, in the page or worker that has the lock.
import { textAt } from '#shared/rules/unknown-fields.ts';
import { isDeviceFull } from '#client/offline/full-device.ts';
import { textsAt } from '#client/offline/text-lists.ts';
import {
  mayBeAcceptedLater,
  isSignedOut,
  oneAtATime,
  pauseMs,
  type ReplayLock,
  type Replay,
  type ReplayResult,
  type Turn,
} from '#client/offline/outbox/replay.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import type { UploadEntry, UploadQueue } from './upload-queue.ts';

export interface UploadParts {
  readonly uploads: UploadQueue;
  /** Returns the logged-in member. Only their pictures are sent. */
  readonly sender: () => Promise<string | null>;
  /** Sends the bytes. The server replies with {id}. */
  readonly post: (entry: UploadEntry, file: Blob, sending: Sending) => Promise<Answer>;
  /** Reads the member's current profile with its version. */
  readonly ownProfile: (profile: string) => Promise<Answer>;
  /** Returns true if changes of the profile wait on this device. They are sent before a picture in them is replaced. */
  readonly isProfileWaiting: (profile: string) => Promise<boolean>;
  /** Stores the pictures of a list in the profile, if it still has this version. */
  readonly setProfilePictures: (entry: UploadEntry, pictureIds: readonly string[], version: string | null) => Promise<Answer>;
  readonly turn: Turn;
  readonly now?: () => number;
}

interface Sending {
  /** It is aborted if the member cancels the upload. */
  readonly signal: AbortSignal;
  /** Called with the fraction that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

const maxConcurrent = 2;
const profileWaitMs = 1_000;
/** How often it tries to add a picture to a profile that keeps changing, before the picture waits. */
const maxProfileTries = 5;

export const createUploadReplay = (parts: UploadParts): Replay => oneAtATime((lock) => drain(parts, lock), parts.turn);

async function drain(parts: UploadParts, lock: ReplayLock): Promise<ReplayResult> {
  const { uploads, sender, now = Date.now } = parts;
  const inProgress = new Map<string, { readonly stop: AbortController; readonly work: Promise<void> }>();
  const stopListening = uploads.channel.listen(
    (message) => message.is === 'cancelled' && inProgress.get(message.id)?.stop.abort(),
  );
  let result: ReplayResult | null = null;
  const errors: unknown[] = [];

  const begin = (entry: UploadEntry): void => {
    const stop = new AbortController();
    const work = sendOne(parts, entry, stop.signal)
      .then(
        (outcome) => void (result ??= outcome),
        (error: unknown) => void errors.push(error),
      )
      .finally(() => inProgress.delete(entry.id));
    inProgress.set(entry.id, { stop, work });
  };

  try {
    const own = await sender();
    if (own !== null) await uploads.recover(own);
    for (;;) {
      const change = nextChange(uploads);
      const profile = await sender();
      if (profile === null) result ??= { is: 'signedOut' };
      if (lock.isLost) result ??= { is: 'lost' };
      let nextMs: number | null = null;
      while (profile !== null && result === null && errors.length === 0 && inProgress.size < maxConcurrent) {
        const claimed = await uploads.claim(profile, now());
        nextMs = claimed.nextMs;
        // A full device can't store that a picture is being sent.
        if (claimed.entry === null || inProgress.has(claimed.entry.id)) break;
        begin(claimed.entry);
      }
      if (inProgress.size === 0) {
        change.stopListening();
        if (errors.length > 0) throw errors[0];
        return result ?? (nextMs === null ? { is: 'empty' } : { is: 'later', nextMs });
      }
      // A picture that was chosen in the meantime is uploaded next.
      await Promise.race([...[...inProgress.values()].map(({ work }) => work), change.arrival]);
      change.stopListening();
    }
  } finally {
    stopListening();
  }
}

/** Resolves to null if the next picture can be sent. */
async function sendOne(parts: UploadParts, entry: UploadEntry, signal: AbortSignal): Promise<ReplayResult | null> {
  const { uploads, now = Date.now } = parts;
  if (entry.replaces !== null && (await parts.isProfileWaiting(entry.profile))) {
    await uploads.postpone(entry.id, now() + profileWaitMs, now());
    return null;
  }
  const answer = await (entry.stage === 'file' ? sendFile(parts, entry, signal) : addToProfile(parts, entry));
  if (signal.aborted || answer === null) return null;
  if (answer.is === 'lost') {
    await uploads.release(entry.id, 0);
    return { is: 'lost' };
  }
  if (answer.is === 'done') return null;
  if (isSignedOut(answer)) {
    await uploads.release(entry.id, 0);
    return { is: 'signedOut' };
  }
  if (mayBeAcceptedLater(answer) || isConflict(answer))
    await uploads.release(entry.id, now() + pauseMs(entry.tries, answer.retryAfterMs), now());
  // The server deletes pictures that no profile has listed for a day. Such a picture is uploaded again.
  else if (answer.code === 'not-your-picture' && entry.stage === 'up') await uploads.setUploaded(entry, null);
  else await uploads.refuse(entry.id, { status: answer.status, code: answer.code, message: answer.message });
  return null;
}

/** Resolves to null if the member cancelled the picture, so that it is no longer on the device. */
async function sendFile(parts: UploadParts, entry: UploadEntry, signal: AbortSignal): Promise<Answer | null> {
  const { uploads, post } = parts;
  const file = await uploads.file(entry);
  if (file === null) return null;
  const answer = await post(entry, file, { signal, onProgress: (part) => uploads.reportProgress(entry.id, part) });
  if (answer.is !== 'done' || signal.aborted) return answer;
  if (entry.list === 'chat') await uploads.holdForMessage(entry.id);
  // A replacement is in the profile once it is uploaded.
  else if (entry.replaces !== null) await uploads.finish(entry);
  else {
    const pictureId = textAt(answer.reply, 'id') ?? '';
    if (!(await isStored(uploads.setUploaded(entry, pictureId)))) return addToProfile(parts, { ...entry, pictureId });
  }
  return answer;
}

/** False if the device is full. The picture is then added to the profile without storing what is done. */
const isStored = (storing: Promise<unknown>): Promise<boolean> =>
  storing.then(
    () => true,
    (error: unknown) => {
      if (isDeviceFull(error)) return false;
      throw error;
    },
  );

/** Adds the picture to the profile, in steps that never lose or duplicate it, whenever the connection is lost. */
async function addToProfile({ uploads, ownProfile, setProfilePictures }: UploadParts, entry: UploadEntry): Promise<Answer> {
  const { pictureId } = entry;
  for (let tries = 1; ; tries++) {
    const current = await ownProfile(entry.profile);
    if (current.is !== 'done') return current;
    const lists = (['profilePicIds', 'profilePicIdsPrivate'] as const).map((list) => textsAt(current.reply, list));
    const isListed = pictureId === null || lists.some((ids) => ids.includes(pictureId));
    if (!isListed) await isStored(uploads.setNaming(entry.id));
    const answer = isListed
      ? current
      : await setProfilePictures(entry, [...textsAt(current.reply, entry.list), pictureId], current.version);
    if (answer.is === 'done') await uploads.finish(entry);
    if (tries === maxProfileTries || !isConflict(answer)) return answer;
  }
}

/** True if the profile has changed since it was read. */
const isConflict = (answer: Answer): boolean => answer.is === 'refused' && answer.status === 412;

function nextChange({ channel }: UploadQueue): { readonly arrival: Promise<void>; readonly stopListening: () => void } {
  let stopListening: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    stopListening = channel.listen(({ is }) => is === 'changed' && resolve());
  });
  return { arrival, stopListening };
}
