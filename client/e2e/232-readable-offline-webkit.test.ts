// Offline reading after a visit, in WebKitGTK over https, as on phones with WebKit; skipped if the browser is missing.
import { test } from 'vitest';
import { startHttpsProxy } from './support/https-proxy.ts';
import { readableOffline } from './support/readable-offline.ts';
import { missingForWebKit, openWebKit } from './support/webkit.ts';

if (missingForWebKit.length > 0)
  test('a conversation is read in WebKitGTK', ({ skip }) => skip(`not on this machine: ${missingForWebKit.join(', ')}`));
else
  readableOffline(async (port) => {
    const proxy = await startHttpsProxy(['localhost'], port);
    return { device: await openWebKit(), origin: `https://localhost:${proxy.port}`, close: proxy.close };
  });
