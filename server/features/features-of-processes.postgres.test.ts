// The features' tests with three processes on one database.
import { describe } from 'vitest';
import { openSharedApps } from '#server/testing/app/shared-apps.ts';
import { openAppsBy } from '#server/testing/app/test-app.ts';

openAppsBy(openSharedApps);

describe('likes', async () => void (await import('./likes/likes.test.ts')));
describe('the chat of an area', async () => void (await import('./messages/broadcasts.test.ts')));
describe('nearby and positions', async () => void (await import('./nearby/nearby.test.ts')));
describe('filters of members nearby', async () => void (await import('./nearby/filters.test.ts')));
describe('changes that others do not see', async () => void (await import('./profiles/private-changes.test.ts')));
describe('calls that need a profile', async () => void (await import('#server/rights-profile.test.ts')));
describe('shared private pictures', async () => void (await import('./grants/grants.test.ts')));
describe('sessions', async () => void (await import('./session/sessions.test.ts')));
describe('the app lock of a session', async () => void (await import('./session/session-lock.test.ts')));
describe('passkeys', async () => void (await import('./passkeys/passkeys.test.ts')));
describe('account deletion', async () => void (await import('./account/deletion.test.ts')));
describe('calls of a blocked member', async () => void (await import('#server/blocks.test.ts')));
describe('calls of a suspended member', async () => void (await import('#server/suspension.test.ts')));
