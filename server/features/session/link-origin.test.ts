// Mailed links lead to a host that answers, whichever host of a brand they were requested on.
import { expect, test } from 'vitest';
import { brandOfKey } from '#manifest/index.ts';
import { linkOrigin } from './link-origin.ts';

const brand = { ...brandOfKey('hearthside'), hosts: ['meet.org', 'www.meet.org', 'meet.localhost'], canonicalHost: 'meet.org' };

test.each([
  ['the host of PUBLIC_URL', 'meet.org', 'https://meet.org:8443', 'https://meet.org:8443'],
  [
    'another host of the same brand, whose scheme and port are those of PUBLIC_URL',
    'www.meet.org',
    'https://meet.org:8443',
    'https://meet.org:8443',
  ],
  ['another host than that of PUBLIC_URL', 'meet.org', 'https://www.meet.org', 'https://meet.org'],
  ['a brand on other hosts than PUBLIC_URL', 'www.meet.org', 'https://almanac.org:8443', 'https://meet.org'],
  ['a host of no brand', 'other.org', 'https://almanac.org', 'https://almanac.org'],
  ['a name for development', 'meet.localhost:3000', 'http://localhost:3000', 'http://meet.localhost:3000'],
])('for %s', (_, host, publicUrl, origin) => expect(linkOrigin(brand, host, publicUrl)).toBe(origin));
