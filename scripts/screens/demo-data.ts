// The data of the demo: members, an account without data and an administrator. Test files copy a directory that was filled once.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPicturesStore } from '#server/features/pictures/pictures.store.ts';
import { createAccountsStore } from '#server/features/session/accounts.store.ts';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import type { World } from '#server/world.ts';
import type { AccountRole } from '#shared/rules/roles.ts';
import { variantFor } from '#shared/rules/picture-sizes.ts';
import { seed } from '#scripts/seed.ts';
import { demoDomain, demoId } from '#scripts/seed/people.ts';
import { fillHost } from './demo-host.ts';

/** The first pictures of members all differ, as far as there are drawings. */
export interface DemoSize {
  readonly members: number;
  readonly drawings: number;
}

export const usualSize: DemoSize = { members: 40, drawings: 40 };
/** For tests: each drawing takes two seconds. */
export const smallSize: DemoSize = { members: 14, drawings: 4 };

export interface DemoAccount {
  readonly accountId: string;
  readonly profileId: string;
  readonly roles: readonly AccountRole[];
}

/** In a directory that was filled before, only positions and last visits change, since they expire. */
export async function fillDemo(world: World, { members, drawings }: DemoSize) {
  await seed(world, members, drawings);
  const { toJudge } = await fillHost(world);
  return {
    toJudge,
    newcomer: await addAccount(world, 'newcomer', ['USER']),
    admin: await addAccount(world, 'admin', ['USER', 'ADMIN']),
  };
}

/** Returns a directory with the demo and all AVIF files. The first test file of a run fills it. */
export async function filledOnce(size: DemoSize): Promise<string> {
  const shared = path.join(tmpdir(), `demo-${size.members}-${size.drawings}`);
  if (existsSync(shared)) return shared;
  const own = await mkdtemp(`${shared}-`);
  const world = await openWorld(readConfig({ DATA_DIR: own, LOG_LEVEL: 'error' }));
  try {
    await fillDemo(world, size);
    await encodeAll(world);
  } finally {
    await world.close();
  }
  try {
    await rename(own, shared);
  } catch (error) {
    // Another test file has filled it meanwhile.
    if (!existsSync(shared)) throw error;
    await rm(own, { recursive: true });
  }
  return shared;
}

/** Adds an account that was just registered, unless it exists. */
async function addAccount(world: World, name: string, roles: readonly AccountRole[]): Promise<DemoAccount> {
  const [accountId, profileId] = [demoId(name), demoId(name, 'profile')];
  const email = `${name}@${demoDomain}`;
  if (!(await createAccountsStore(world.db.read).findByEmail(email)))
    await world.db.write(async (tx) => {
      await createAccountsStore(tx).insert({ id: accountId, profileId, email, acknowledgements: [], nowMs: world.clock.now() });
      await createAccountsStore(tx).update(accountId, { roles });
    });
  return { accountId, profileId, roles };
}

/** Encodes each drawing as AVIF once for all of its pictures. A server would encode each picture that a browser loads. */
async function encodeAll({ db, pictureFiles, pictureScaling }: World): Promise<void> {
  const encoded = new Map<string, ReturnType<typeof pictureScaling.makeAvif>>();
  for (const { id, widthPx } of await createPicturesStore(db.read).after('', 10_000)) {
    const source = await pictureFiles.get(id, variantFor(2_048, widthPx));
    if (source === null) throw new Error(`The picture ${id} has no file.`);
    const drawing = createHash('sha256').update(source).digest('hex');
    const made = encoded.get(drawing) ?? pictureScaling.makeAvif(source);
    encoded.set(drawing, made);
    for (const [width, bytes] of await made) await pictureFiles.put(id, width, bytes, 'avif');
  }
}
