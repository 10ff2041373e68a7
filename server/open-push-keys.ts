// Opens the server's push keys, which are a row of the database. Those in the file of an earlier version are imported.
import path from 'node:path';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import { createSecretsStore } from './db/secrets.ts';
import { devicesWithOtherKeys } from './features/notifications/push-queue.service.ts';
import { newPushKeys, parsePushKeys, readKeysFile, type PushKeys } from './outside/push-keys.ts';
import type { World } from './world.ts';

const secretName = 'push-keys';

/**
 * Processes that start at once get the same keys. All subscriptions depend on them, so damaged keys are an error and never replaced, and
 * nothing is stored while there are devices that subscribed with other keys.
 */
export async function openPushKeys(
  config: Pick<Config, 'dataDir' | 'forgetsPushDevices'>,
  { db, log }: Pick<World, 'log'> & { readonly db: Db },
): Promise<PushKeys> {
  const file = path.join(config.dataDir, 'push-keys.json');
  const found = await readKeysFile(file);
  const text = await db.write(async (tx) => {
    const secrets = createSecretsStore(tx);
    const stored = await secrets.find(secretName);
    if (stored !== null) return stored;
    if (found === 'damaged')
      throw new Error(`${file} is damaged: restore it from a backup, or remove it and every push subscription`);
    const keys = found ?? newPushKeys();
    await devicesWithOtherKeys(tx, keys.publicKey, config);
    return secrets.findOrStore(secretName, JSON.stringify(keys));
  });
  const keys = parsePushKeys(text);
  if (keys === null) throw new Error('The push keys in the database are damaged: restore a backup.');
  if (found !== null && (found === 'damaged' || found.publicKey !== keys.publicKey))
    log.warn(`the push keys in ${file} are not used, since the database has others`);
  return keys;
}
