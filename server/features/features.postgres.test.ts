// The features' own tests once more, word for word, on PostgreSQL.
import { afterAll, describe } from 'vitest';
import { freshPostgresDatabase, stopPostgres } from '../testing/postgres.ts';
import { keepDataIn } from '../testing/test-world.ts';

keepDataIn(async () => (await freshPostgresDatabase()).databaseUrl);
afterAll(stopPostgres);

describe('likes', async () => void (await import('./likes/likes.test.ts')));
describe('picture likes', async () => void (await import('./likes/pic-likes.test.ts')));
describe('the chat of an area', async () => void (await import('./messages/broadcasts.test.ts')));
describe('private notes', async () => void (await import('./notes/notes.test.ts')));
describe('nearby and positions', async () => void (await import('./nearby/nearby.test.ts')));
describe('filters of who is near', async () => void (await import('./nearby/filters.test.ts')));
describe('profiles', async () => void (await import('./profiles/profiles.test.ts')));
describe('pictures', async () => void (await import('./pictures/pictures.test.ts')));
describe('how pictures are delivered', async () => void (await import('./pictures/delivery.test.ts')));
describe('pictures that are taken back', async () => void (await import('./pictures/revocation.test.ts')));
describe('shared private pictures', async () => void (await import('./grants/grants.test.ts')));
describe('muted conversations', async () => void (await import('./notifications/mutes.test.ts')));
describe('reports', async () => void (await import('./reports/reports.test.ts')));
describe('cases and their juries', async () => void (await import('./reports/cases.test.ts')));
describe('settings', async () => void (await import('./settings/settings.test.ts')));
describe('devices', async () => void (await import('./settings/push-subscriptions.test.ts')));
describe('registration', async () => void (await import('./session/register.test.ts')));
describe('sessions', async () => void (await import('./session/sessions.test.ts')));
describe('the mail queue', async () => void (await import('./session/mail-queue.test.ts')));
describe('leaving', async () => void (await import('./account/deletion.test.ts')));
describe('the map of member data', async () => void (await import('./account/member-data.test.ts')));
describe('the archive', async () => void (await import('./account/archive.test.ts')));
describe('the contact form', async () => void (await import('./contact/contact.test.ts')));
describe('the dashboard', async () => void (await import('./admin/dashboard.test.ts')));
describe('test users', async () => void (await import('./admin/test-users.test.ts')));
describe('test users, unseen', async () => void (await import('./admin/unseen-test-users.test.ts')));
describe('the same first words to many', async () => void (await import('./spam/openers.test.ts')));
describe('pictures that must not come back', async () => void (await import('./spam/refused-looks.test.ts')));
describe('who may do what', async () => void (await import('../contract.test.ts')));
describe('what a blocked member finds', async () => void (await import('../blocks.test.ts')));
