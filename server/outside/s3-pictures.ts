// Stores the files of pictures in a bucket of an S3-compatible store, under the same names as in a folder.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { isUuid } from '#shared/rules/uuid.ts';
import { pictureKey, pictureFolder, type PictureFiles } from './picture-files.ts';
import { listPageIn, type ListPage } from './s3-answers.ts';
import { createS3Calls, PictureStoreFailure, type PictureBucket, type S3Calls, type S3Options } from './s3-calls.ts';

export interface BucketPictures extends PictureFiles {
  /** Ends the checks of the store. From now on it is not called. */
  close(): void;
}

interface Opening extends S3Options {
  /** The disk of this folder must have room for everything but pictures. */
  readonly dataDir: string;
}

/** Does not call the store yet. */
export const bucketPictures = (bucket: PictureBucket, options: Opening): BucketPictures =>
  picturesWith(createS3Calls(bucket, options), bucket, options.dataDir);

/** The object whose content says to which database the pictures belong. */
const ownerKey = 'owner';

/**
 * Checks the bucket and what the keys may do, and marks it as that of the database with this id. Rejects with a sentence that says
 * what to do.
 */
export async function openBucketPictures(
  bucket: PictureBucket,
  { ownerId, ...options }: Opening & { readonly ownerId: string },
): Promise<BucketPictures> {
  const calls = createS3Calls(bucket, options);
  try {
    const owner = (await calls.send({ call: 'get', key: ownerKey }))?.toString();
    if (owner !== undefined && owner !== ownerId) throw new Error(othersPictures(bucket));
    await calls.send({ call: 'put', key: ownerKey, body: { bytes: Buffer.from(ownerId), type: 'text/plain' } });
    await checkFolders(calls, bucket);
    return picturesWith(calls, bucket, options.dataDir);
  } catch (error) {
    calls.close();
    throw error instanceof PictureStoreFailure ? new Error(refusalOf(error, bucket), { cause: error }) : error;
  }
}

/** Stores, lists and deletes an object as deep as a picture. Without folders in lists, the sweep would find no files. */
async function checkFolders(calls: S3Calls, { prefix }: PictureBucket): Promise<void> {
  const key = `start-check/${randomUUID()}/x`;
  await calls.send({ call: 'put', key, body: { bytes: Buffer.from('x'), type: 'text/plain' } });
  const { folders } = await pageOf(calls, { prefix: `${prefix}start-`, delimiter: '/' });
  await calls.send({ call: 'delete', key });
  if (!folders.includes(`${prefix}start-check/`)) throw new PictureStoreFailure('list', noFolders);
}

function picturesWith(calls: S3Calls, { prefix }: PictureBucket, dataDir: string): BucketPictures {
  async function* pages(query: ListQuery): AsyncGenerator<ListPage> {
    let token: string | null = null;
    do {
      const page: ListPage = await pageOf(calls, { ...query, ...(token !== null && { 'continuation-token': token }) });
      yield page;
      if (page.nextToken !== null && page.nextToken === token)
        throw new PictureStoreFailure('list', 'its next page is the same again');
      token = page.nextToken;
    } while (token !== null);
  }

  /** The names of the folders in a folder, which is named without the prefix. */
  async function* foldersIn(folder: string): AsyncGenerator<string> {
    const inside = prefix + folder;
    for await (const page of pages({ prefix: inside, delimiter: '/' }))
      for (const path of page.folders) yield path.slice(inside.length, -1);
  }

  return {
    async put(id, variant, bytes, format = 'webp') {
      await calls.send({ call: 'put', key: pictureKey(id, variant, format), body: { bytes, type: `image/${format}` } });
    },
    async get(id, variant, format = 'webp') {
      return calls.send({ call: 'get', key: pictureKey(id, variant, format) });
    },
    async remove(id) {
      for await (const page of pages({ prefix: `${prefix}${pictureFolder(id)}/` }))
        await Promise.all(page.keys.map((key) => calls.send({ call: 'delete', key: key.slice(prefix.length) })));
    },
    async *list() {
      for await (const shard of foldersIn('')) {
        if (!/^[\da-f]{2}$/.test(shard)) continue;
        for await (const id of foldersIn(`${shard}/`)) if (isUuid(id) && pictureFolder(id) === `${shard}/${id}`) yield id;
      }
    },
    async *listFiles() {
      for await (const page of pages({ prefix })) {
        for (const key of page.keys) {
          const [shard = '', id = '', name = '', ...deeper] = key.slice(prefix.length).split('/');
          const isInPicture = isUuid(id) && pictureFolder(id) === `${shard}/${id}` && deeper.length === 0;
          if (isInPicture && name !== '') yield { id, name };
        }
      }
    },
    async freeBytes() {
      const { bavail, bsize } = await statfs(dataDir);
      return bavail * bsize;
    },
    isAvailable: () => calls.isAvailable(),
    close: () => calls.close(),
  };
}

interface ListQuery extends Readonly<Record<string, string>> {
  readonly prefix: string;
}

/** Objects that were not asked for would be deleted with a picture, so the failure is thrown for them too. */
async function pageOf(calls: S3Calls, query: ListQuery): Promise<ListPage> {
  const answer = await calls.send({ call: 'list', key: '', query: { ...query, 'list-type': '2', 'encoding-type': 'url' } });
  try {
    const page = listPageIn(answer?.toString() ?? '');
    if ([...page.keys, ...page.folders].every((name) => name.startsWith(query.prefix))) return page;
  } catch (error) {
    throw new PictureStoreFailure('list', error instanceof Error ? error.message : String(error));
  }
  throw new PictureStoreFailure('list', 'it lists other objects than those asked for');
}

const othersPictures = ({ bucket, prefix }: PictureBucket): string =>
  `The bucket "${bucket}" has pictures of another database under "${prefix}", which this server would delete. Choose another prefix in PICTURES_URL. If that database is gone or was replaced by this one, delete the object "${prefix}${ownerKey}" and start again.`;

const noFolders = 'its lists have no folders';
const keysRefused = 'Check PICTURES_ACCESS_KEY and PICTURES_SECRET_KEY';
const remedies: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create it, or correct its name in PICTURES_URL.',
  AccessDenied: 'Allow these keys to list the bucket, and to get, put and delete its objects.',
  InvalidAccessKeyId: `${keysRefused}: the store does not know the first.`,
  SignatureDoesNotMatch: `${keysRefused}: the second does not belong to the first. If it does, check region= in PICTURES_URL.`,
  ExpiredToken: 'Renew PICTURES_SESSION_TOKEN and the keys that belong to it.',
  InvalidToken: 'Renew PICTURES_SESSION_TOKEN and the keys that belong to it.',
  [noFolders]: 'Use a store that supports the delimiter of ListObjectsV2, and lists what was just stored.',
  RequestTimeTooSkewed: 'Set the clock of this machine.',
};

/** A sentence with the bucket, the cause and the remedy. */
function refusalOf({ reason, region }: PictureStoreFailure, { bucket, endpoint }: PictureBucket): string {
  const usual = 'Check endpoint= in PICTURES_URL, and whether the store runs and can be reached from this machine.';
  const isElsewhere = region !== null && (reason === 'PermanentRedirect' || reason === 'AuthorizationHeaderMalformed');
  const remedy = isElsewhere ? `Set region=${region} in PICTURES_URL.` : (remedies[reason] ?? usual);
  return `The bucket "${bucket}" of PICTURES_URL cannot be used at ${endpoint} (${reason}). ${remedy}`;
}
