// Endpoints are mounted only as their contract says who may call them.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { mount, mountOpen } from './mount.ts';

test('an endpoint that is open to everybody is not mounted as one for members, and the other way round', () => {
  const app = Fastify();
  const handler = (() => undefined) as never;
  expect(() => mount(app, session.postRegister as never, handler)).toThrow('/api/auth/register is open: use mountOpen');
  expect(() => mountOpen(app, settings.getSettings as never, handler)).toThrow('/api/settings is not open: use mount');
});
