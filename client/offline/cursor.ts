// Up to where the live connection has told this device, kept over restarts.
import type { Cursor } from '#client/net/socket.ts';
import { memberDatabase } from './database.ts';

export const revisionCursor = (profile: string): Cursor => ({
  read: async () => {
    const revision = await memberDatabase.run(
      ['meta'],
      async (transaction) => {
        const meta = transaction.objectStore('meta');
        return (await meta.get('owner')) === profile ? await meta.get('revision') : null;
      },
      null,
    );
    return typeof revision === 'number' ? revision : null;
  },
  keep: (revision) =>
    memberDatabase.write(profile, [], (transaction) => transaction.objectStore('meta').put(revision, 'revision')),
});
