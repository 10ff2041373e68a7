// An app in the test's process that delivers its pushes to a fake push service.
import path from 'node:path';
import { newPushKeys } from '#server/outside/push-keys.ts';
import { webPushSender } from '#server/outside/web-push.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { startPushEndpoint } from '#server/testing/fakes/push-endpoint.ts';

/** `subscribe` returns a member's new device, as the settings store it. */
export async function openAppWithPush() {
  const service = await startPushEndpoint();
  const keys = newPushKeys();
  const app = await openTestApp({
    distDir: path.join(import.meta.dirname, '../../../dist'),
    env: { PUSH_ENDPOINT_HOSTS: new URL(service.url).host },
    parts: { pushKeys: keys, push: webPushSender({ keys, subject: 'mailto:operator@example.org', forTests: service.forTests }) },
  });
  return {
    app,
    received: service.received,
    subscribe() {
      const { endpoint, auth, p256dh } = service.subscribe(keys.publicKey);
      return { deviceName: 'Phone', endpoint, expirationTime: null, auth_base64: auth, p256dh_base64: p256dh };
    },
    async close() {
      await app.close();
      await service.close();
    },
  };
}
