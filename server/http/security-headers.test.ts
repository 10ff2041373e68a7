// The content security policy: which scripts run, and to which sockets a page may connect.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { defaultBrand } from '#manifest/index.ts';
import { commonHeaders, contentSecurityPolicy, workerSecurityPolicy } from './security-headers.ts';

const brand = { ...defaultBrand, canonicalHost: 'a.example', hosts: ['a.example', 'www.a.example', 'a.localhost', 'localhost'] };
const rulesOf = (policy: string) => new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]));

test('a page may connect to its own host and to its brand’s sockets, each named once and none of them local', () => {
  const rules = rulesOf(contentSecurityPolicy(brand, []));
  expect(rules.get('connect-src')).toEqual(["'self'", 'wss://a.example', 'wss://www.a.example']);
  const named = { ...brand, canonicalHost: 'localhost.example', hosts: [] };
  expect(rulesOf(contentSecurityPolicy(named, [])).get('connect-src')).toEqual(["'self'", 'wss://localhost.example']);
});

test('only the page’s own inline scripts run', () => {
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const rules = rulesOf(contentSecurityPolicy(brand, ['one()', 'two()']));
  expect(rules.get('script-src')).toEqual(["'self'", hashOf('one()'), hashOf('two()')]);
  expect(rulesOf(contentSecurityPolicy(brand, [])).get('script-src')).toEqual(["'self'"]);
});

test('everything else is forbidden, or allowed from the own host only', () => {
  const rules = rulesOf(contentSecurityPolicy(brand, []));
  for (const name of ['connect-src', 'script-src']) rules.delete(name);
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'font-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  });
});

test('the worker runs code of its own host and connects only to it', () => {
  expect(Object.fromEntries(rulesOf(workerSecurityPolicy))).toEqual({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
  });
});

test('every reply forbids sniffing, other origins, referrers and devices, and stays on https', () => {
  expect(commonHeaders).toEqual({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  });
});
