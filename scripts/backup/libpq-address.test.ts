// The programs of PostgreSQL get an address that they understand, whatever the server's driver also reads in it.
import { expect, test } from 'vitest';
import { libpqAddress } from './libpq-address.ts';

const host = 'postgres://ada@db.org/app';

test.each([
  ['nothing', host, host],
  ['a mode that only the driver has', `${host}?sslmode=no-verify`, `${host}?sslmode=require`],
  ['TLS as a switch', `${host}?ssl=true`, `${host}?sslmode=require`],
  ['TLS as a switch and a mode', `${host}?ssl=1&sslmode=verify-full`, `${host}?sslmode=verify-full`],
  ['no TLS', `${host}?ssl=0`, host],
  ['what the driver suggests', `${host}?uselibpqcompat=true&sslmode=require`, `${host}?sslmode=require`],
  ['what other programs read', `${host}?schema=public&pgbouncer=true&statement_timeout=5`, host],
  [
    'what both read',
    `${host}?sslmode=verify-full&sslrootcert=/etc/ca.pem&application_name=a%20b&host=/run/pg`,
    `${host}?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&application_name=a%20b&host=%2Frun%2Fpg`,
  ],
])('with %s', (_, databaseUrl, address) => {
  // The driver reads the file of the certificate.
  const readable = databaseUrl.replace('/etc/ca.pem', import.meta.filename);
  expect(libpqAddress(readable).address.replace(encodeURIComponent(import.meta.filename), '%2Fetc%2Fca.pem')).toBe(address);
});

test('the password is not in it', () => {
  for (const url of ['postgres://ada:p%40ss@db.org/app', 'postgres://ada@db.org/app?password=p%40ss'])
    expect(libpqAddress(url)).toEqual({ address: host, password: 'p@ss' });
});
