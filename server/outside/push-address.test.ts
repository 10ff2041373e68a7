// Hostile push endpoints are refused, and non-public addresses are recognised.
import { createECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { checkPushEndpoint, checkPushKeys } from './push-address.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/dQw4:APA91b-_x',
  'https://fcm.googleapis.com:443/wp/abc',
  'https://jmt17.google.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2b',
  'https://web.push.apple.com/QGBz',
])('a browser may subscribe at %s', (endpoint) => {
  expect(checkPushEndpoint(endpoint)).toBeNull();
});

test.each([
  'http://fcm.googleapis.com/fcm/send/a',
  'ftp://fcm.googleapis.com/a',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/plain,a',
  '//fcm.googleapis.com/a',
  'fcm.googleapis.com/a',
  '',
  'https://',
  'https:fcm.googleapis.com/a',
  'https:/fcm.googleapis.com/a',
  'https://169.254.169.254/latest/meta-data/',
  'https://127.0.0.1/a',
  'https://localhost/a',
  'https://10.0.0.1/a',
  'https://0x7f.1/a',
  'https://0177.0.0.1/a',
  'https://2130706433/a',
  'https://127.1/a',
  'https://0/a',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://[::10.0.0.1]/a',
  'https://[fd00::1]/a',
  'https://[fe80::1]/a',
  'https://8.8.8.8/a',
  'https://fcm.googleapis.com@evil.tld/a',
  'https://user:secret@fcm.googleapis.com/a',
  'https://@fcm.googleapis.com/a',
  'https://fcm.googleapis.com.evil.tld/a',
  'https://evil-fcm.googleapis.com/a',
  'https://evilfcm.googleapis.com/a',
  'https://fcm.googleapis.com./a',
  'https://fcm.googleapis.com:8443/a',
  'https://fcm.googleapis.com:80/a',
  'https://fcm.googleapis.com/a#b',
  'https://fcm.googleapis.com/a#',
  'https://fcm.googleapis.com\\@evil.tld/a',
  'https://fcm.googleapis.com/a\r\nHost: evil.tld',
  ' https://fcm.googleapis.com/a',
  'https://fcm.googleapis.com/a b',
  'https://fcm.goog\tleapis.com/a',
  'https://fcm。googleapis。com/a',
  'https://notify.windows.com/a',
  'https://a.b.notify.windows.com/a',
  'https://evil.tld/?.notify.windows.com',
  'https://evilnotify.windows.com/a',
  'https://push.test:8443/a',
  `https://fcm.googleapis.com/${'a'.repeat(1_024)}`,
])('%j is refused', (endpoint) => {
  expect(checkPushEndpoint(endpoint)).toEqual(expect.any(String));
});

test('the limit is 1,024 characters', () => {
  const start = 'https://fcm.googleapis.com/';
  expect(checkPushEndpoint(start + 'a'.repeat(1_024 - start.length))).toBeNull();
  expect(checkPushEndpoint(start + 'a'.repeat(1_025 - start.length))).toBe('longer than 1024 characters');
});

test('a further host is allowed with exactly the given port', () => {
  expect(checkPushEndpoint('https://push.test:8443/a', ['push.test:8443'])).toBeNull();
  expect(checkPushEndpoint('https://push.test:8444/a', ['push.test:8443'])).not.toBeNull();
  expect(checkPushEndpoint('http://push.test:8443/a', ['push.test:8443'])).not.toBeNull();
});

describe('keys of a subscription', () => {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const auth = Buffer.alloc(16, 7).toString('base64url');

  test('a point of the curve and 16 bytes are accepted', () => {
    expect(checkPushKeys({ p256dh, auth })).toBeNull();
    expect(checkPushKeys({ p256dh: `${p256dh}=`, auth: `${auth}==` })).toBeNull();
  });

  test.each([
    ['an empty key', { p256dh: '', auth }],
    ['a point off the curve', { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth }],
    ['a compressed point', { p256dh: Buffer.alloc(33, 2).toString('base64url'), auth }],
    ['another alphabet', { p256dh: `+${p256dh.slice(1)}`, auth }],
    ['a short secret', { p256dh, auth: 'abc' }],
    ['a long secret', { p256dh, auth: 'a'.repeat(400) }],
  ])('%s is refused', (_, keys) => {
    expect(checkPushKeys(keys)).toEqual(expect.any(String));
  });
});

test.each(['8.8.8.8', '1.1.1.1', '100.63.255.255', '172.32.0.1', '142.250.74.106', '2a00:1450:4001:80b::200a', '2606:4700::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a00:1',
  '::8.8.8.8',
  '::ffff:0:10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%lo',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
  '1.2.3',
])('%j is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
