// Fakes the server and the pages of one device, for tests of uploads.
import { afterEach, beforeEach } from 'vitest';
import { createDatabase, type MemberDatabase } from '#client/offline/database.ts';
import { turnOf, type Replay } from '#client/offline/outbox/replay.ts';
import type { Answer } from '#client/offline/outbox/send.ts';
import { createUploadReplay, type UploadParts } from '#client/offline/uploads/upload-replay.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { createUploads, type Uploads } from '#client/offline/uploads/uploads.ts';

export const ada = 'ada';
export const toPublic = { list: 'profilePicIds', replaces: null } as const;
export const toPrivate = { list: 'profilePicIdsPrivate', replaces: null } as const;
let round = 0;
const opened: MemberDatabase[] = [];

beforeEach(() => void round++);
afterEach(async () => void (await Promise.all(opened.splice(0).map((database) => database.close()))));

interface Device {
  readonly database: MemberDatabase;
  readonly uploads: Uploads;
}

/** Opens a page or a worker. All those of one test share the database, the channel and the locks. */
export function openPage(): Device {
  const database = createDatabase(`uploads-${round}`);
  opened.push(database);
  return { database, uploads: createUploads(database, `uploads-${round}`) };
}

export async function openPageOf(profile: string): Promise<Device> {
  const page = openPage();
  await page.database.claim(profile);
  return page;
}

export const file = (name: string): File => new File([name], `${name}.png`, { type: 'image/png' });

/** Stores one picture per upload, and the lists of the profile. `words` returns the contents of the pictures in a list. */
export function createUploadServer() {
  const kept = new Map<string, string>();
  const lists: Record<UploadEntry['list'], string[]> = { profilePicIds: [], profilePicIdsPrivate: [], chat: [] };
  let version = 1;
  let atOnce = 0;
  const seen = { mostAtOnce: 0, posts: 0 };
  return {
    lists,
    kept,
    seen,
    change: () => void version++,
    words: (list: UploadEntry['list'] = 'profilePicIds') => lists[list].map((id) => kept.get(id)),
    post: async (entry: UploadEntry, bytes: Blob): Promise<Answer> => {
      seen.posts++;
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atOnce);
      const words = await bytes.text();
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      const id = `picture ${entry.id}`;
      kept.set(id, words);
      const { replaces } = entry;
      if (replaces !== null) lists.profilePicIds = lists.profilePicIds.map((one) => (one === replaces ? id : one));
      return { is: 'done', reply: { id }, version: null };
    },
    ownProfile: async (): Promise<Answer> => ({ is: 'done', reply: structuredClone(lists), version: `"${version}"` }),
    setProfilePictures: async ({ list }: UploadEntry, ids: readonly string[], onlyVersion: string | null): Promise<Answer> => {
      if (onlyVersion !== `"${version}"`) return refusal(412, 'changed-meanwhile');
      if (ids.some((id) => !kept.has(id))) return refusal(400, 'not-your-picture');
      lists[list] = [...ids];
      version++;
      return { is: 'done', reply: structuredClone(lists), version: `"${version}"` };
    },
  };
}

export const refusal = (status: number, code = '', retryAfterMs: number | null = null): Answer => ({
  is: 'refused',
  status,
  code,
  message: 'Error: no.',
  retryAfterMs,
});
export const lost: Answer = { is: 'lost' };

export type Calls = Pick<UploadParts, 'post' | 'ownProfile' | 'setProfilePictures'> &
  Partial<Pick<UploadParts, 'isProfileWaiting'>>;

export const replayOf = ({ uploads, database }: Device, calls: Calls, now?: () => number): Replay =>
  createUploadReplay({
    uploads,
    sender: database.sender,
    isProfileWaiting: async () => false,
    ...calls,
    turn: turnOf(`uploads-${round}`),
    ...(now && { now }),
  });
