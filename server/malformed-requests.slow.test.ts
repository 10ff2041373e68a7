// Thousands of malformed requests: none gets a 5xx, no internals leak, no connection stays open, and the server keeps running.
import { expect, test } from 'vitest';
import { sendMalformed } from './testing/faults/fuzzer.ts';
import { openTestApp } from './testing/app/test-app.ts';

test('5,000 malformed requests and frames cause no 5xx reply or crash, and leave no connection open', async () => {
  const rejections: unknown[] = [];
  const record = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', record);
  const app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  try {
    const members = [await app.member(), await app.member(), await app.member({ roles: ['USER', 'ADMIN'] })];
    const { port, host } = new URL(app.origin);
    const seed = Number(process.env['SEED'] ?? 2_026);
    const result = await sendMalformed({ port: Number(port), host, origin: app.origin, members, count: 5_000, seed });
    expect(result.faults.slice(0, 5)).toEqual([]);
    expect(result.requests + result.frames).toBe(5_000);
    // Requests with a single wrong field reach the handlers, so not all are refused early.
    for (const status of [200, 204, 400, 401, 403, 404, 413, 415])
      expect([status, result.statuses[status] ?? 0]).not.toEqual([status, 0]);
    expect(rejections).toEqual([]);
    expect(Reflect.get({}, 'roles')).toBeUndefined();
  } finally {
    process.off('unhandledRejection', record);
    await app.close();
  }
});
