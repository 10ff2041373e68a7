// Stores the last cursor received over the socket, so that it is still there after a restart.
import type { Cursor } from '#client/net/socket.ts';
import { memberDatabase } from './database.ts';
import { sealName } from './seal.ts';

export const storedCursor = (profile: string): Cursor => ({
  read: async () => {
    const owner = await sealName(profile);
    const cursor = await memberDatabase.run(['meta'], null, async (transaction) => {
      const meta = transaction.objectStore('meta');
      return (await meta.get('owner')) === owner ? await meta.get('cursor') : null;
    });
    return typeof cursor === 'string' ? cursor : null;
  },
  write: (cursor) =>
    memberDatabase.write(profile, [], async () => (transaction) => transaction.objectStore('meta').put(cursor, 'cursor')),
});
