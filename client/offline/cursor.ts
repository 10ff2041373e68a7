// The last revision received over the socket, kept across restarts.
import type { Cursor } from '#client/net/socket.ts';
import { memberDatabase } from './database.ts';
import { sealName } from './seal.ts';

export const revisionCursor = (profile: string): Cursor => ({
  read: async () => {
    const owner = await sealName(profile);
    const revision = await memberDatabase.run(
      ['meta'],
      async (transaction) => {
        const meta = transaction.objectStore('meta');
        return (await meta.get('owner')) === owner ? await meta.get('revision') : null;
      },
      null,
    );
    return typeof revision === 'number' ? revision : null;
  },
  write: (revision) =>
    memberDatabase.write(profile, [], (transaction) => transaction.objectStore('meta').put(revision, 'revision')),
});
