// The tests of everything that stores, shows or removes pictures, run on a bucket.
import { describe } from 'vitest';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { keepPicturesInBucket } from '#server/testing/fakes/bucket.ts';
import { picturesAreViewedOnce } from '#server/features/messages/view-once.suite.ts';

await keepPicturesInBucket();

describe('pictures', async () => void (await import('./pictures.test.ts')));
describe('repeated uploads', async () => void (await import('./repeated-uploads.test.ts')));
describe('delivery of pictures', async () => void (await import('./delivery.test.ts')));
describe('pictures of conversations', async () => void (await import('./chat-pictures.test.ts')));
describe('pictures to view once', () => picturesAreViewedOnce(openTestApp));
describe('shared private pictures', async () => void (await import('#server/features/grants/grants.test.ts')));
describe('evidence', async () => void (await import('#server/features/reports/evidence.test.ts')));
describe('account deletion', async () => void (await import('#server/features/account/deletion.test.ts')));
describe('the archive', async () => void (await import('#server/features/account/archive.test.ts')));
