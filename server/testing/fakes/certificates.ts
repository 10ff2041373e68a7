// A self-signed certificate for test servers with TLS.
import { generate } from 'selfsigned';
import { dayMs } from '#shared/rules/durations.ts';

/** A key and a certificate for the given host names, valid for a day; a client that is given `cert` as its CA trusts it. */
export async function testCertificate(hosts: readonly string[]): Promise<{ key: string; cert: string }> {
  const pems = await generate([{ name: 'commonName', value: hosts[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + dayMs),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2, value })) },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}
