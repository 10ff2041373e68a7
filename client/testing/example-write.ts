// A message as a write of Ada's outbox, for tests.
import type { NewWrite } from '#client/offline/outbox/outbox-entries.ts';

export const exampleWrite = {
  profile: 'ada',
  queue: 'message:ben',
  sendsEvery: true,
  key: 'key-1',
  method: 'POST',
  path: '/api/message',
  body: { bodyText: 'Ferry' },
  label: 'Message',
  keeps: null,
} as const satisfies NewWrite;
