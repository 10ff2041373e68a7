// Checks that a browser would offer to install each brand from its own host, over TLS as in production.
import { brands } from '#manifest/index.ts';
import { startHttpsProxy } from '#client/e2e/support/https-proxy.ts';
import { count, type Measurement } from './measurements.ts';
import { openDevice, visit } from './browser.ts';
import { serveFolder } from './served.ts';

export async function measureInstall(distDir: string): Promise<Measurement[]> {
  const served = await serveFolder(distDir);
  const hosts = brands.map(({ canonicalHost }) => canonicalHost);
  const proxy = await startHttpsProxy(hosts, Number(new URL(served.origin).port));
  const measurements: Measurement[] = [];
  for (const host of hosts) {
    const device = await openDevice(proxy.browserArgs);
    const page = await visit(device, `https://${host}/`);
    const devtools = await device.context().newCDPSession(page);
    await devtools.send('Page.enable');
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    const { errors } = await devtools.send('Page.getAppManifest');
    for (const problem of [...installabilityErrors.map(({ errorId }) => errorId), ...errors.map(({ message }) => message)])
      console.log(`${host}: ${problem}`);
    measurements.push(count(`reasons not to install ${host}`, installabilityErrors.length + errors.length, 0));
    await device.remove();
  }
  await proxy.close();
  await served.stop();
  return measurements;
}
