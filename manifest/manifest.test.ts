// The brand of each host, and requirements of every brand.
import { describe, expect, it } from 'vitest';
import { brandSchema, publicBrand } from '#shared/brand.ts';
import { brandForHost, brands, defaultBrand } from './index.ts';
import { brandCss, contrast, motifUrl } from './tokens.ts';
import { webAppManifest } from './web-app-manifest.ts';

const further = { publicUrl: 'https://app.host.test:8443/', allowedHosts: ['lan.test', 'Port.test:81'] };

describe('the brand of a host', () => {
  it.each([
    ['hearthside.example', 'hearthside'],
    ['www.brazen.example', 'brazen'],
    ['ALMANAC.Example', 'almanac'],
    ['almanac.example:8080', 'almanac'],
    ['almanac.example.', 'almanac'],
    ['almanac.localhost:3000', 'almanac'],
    ['localhost', 'hearthside'],
    ['localhost:3000', 'hearthside'],
    ['anything.localhost', 'hearthside'],
    ['127.0.0.1:3000', 'hearthside'],
    ['[::1]', 'hearthside'],
    ['[::1]:3000', 'hearthside'],
    ['app.host.test', 'hearthside'],
    ['lan.test:9', 'hearthside'],
    ['port.test', 'hearthside'],
  ])('%s is answered as %s', (host, key) => {
    expect(brandForHost(host, further)?.key).toBe(key);
  });

  it.each([
    'evil.test',
    'hearthside.example.evil.test',
    'evil-hearthside.example',
    'localhost.evil.test',
    '127.0.0.2',
    '[::2]',
    '',
    ' ',
    'localhost:port',
    'localhost:3000:3000',
    'user@localhost',
    'localhost/path',
    'localhost\nevil.test',
    'local host',
  ])('%j is not ours', (host) => {
    expect(brandForHost(host, further)).toBeNull();
  });
});

describe.each(brands.map((brand) => [brand.key, brand] as const))('the brand %s', (_key, brand) => {
  it('is complete and names its canonical host', () => {
    expect(brandSchema.parse(brand)).toEqual(brand);
    expect(brand.hosts).toContain(brand.canonicalHost);
  });

  it('has a contrast of at least 4.5:1 for accents and their text, in light and dark', () => {
    const { accent, onAccent, tint } = brand.colours;
    for (const theme of ['light', 'dark'] as const) {
      expect(contrast(accent[theme], onAccent[theme])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(accent[theme], tint[theme])).toBeGreaterThanOrEqual(4.5);
      expect(brandCss(brand)).toContain(accent[theme]);
    }
  });

  it('has a motif of less than 2 KiB', () => {
    expect(motifUrl(brand.shape.motif).length).toBeLessThan(2_048);
    expect(brandCss(brand)).toContain(motifUrl(brand.shape.motif));
  });

  it('sends no mail settings to the browser', () => {
    expect(JSON.stringify(publicBrand(brand))).not.toContain(brand.mail.fromAddress);
  });

  it('has an installable web app manifest', () => {
    const manifest = webAppManifest(brand, 'v1');
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', name: brand.name });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    expect(manifest.screenshots.map((shot) => shot.form_factor).sort()).toEqual(['narrow', 'wide']);
    expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual([
      '/search/map',
      '/chat/personal',
      '/likes/profilelikedyou',
    ]);
    expect(manifest.share_target).toMatchObject({ action: '/profilePicUpload', method: 'POST', enctype: 'multipart/form-data' });
    expect(manifest).not.toHaveProperty('prefer_related_applications');
  });
});

it('three brands ship, one of them discreet, and the default one is not', () => {
  expect(brands).toHaveLength(3);
  expect(brands.filter((brand) => brand.discreet)).toHaveLength(1);
  expect(defaultBrand.discreet).toBe(false);
});

it('every brand has its own corners and its own motif', () => {
  expect(brands.map(({ shape }) => shape.radius).toSorted()).toEqual([0.35, 0.6, 1]);
  expect(new Set(brands.map(({ shape }) => shape.motif)).size).toBe(brands.length);
});

it('a discreet brand never reveals its purpose', () => {
  const telling =
    /\b(gay|lgbt\w*|queer|bi|trans|pride|lambda|rainbow|dat(e|es|ing)|hook\s?ups?|singles?|flirt\w*|men|guys?|love|lik(e|es|ed)|match\w*|sex\w*|adults?|nearby|near you|meet\w*|communit\w*|members?)\b/i;
  for (const brand of brands.filter(({ discreet }) => discreet)) {
    expect(JSON.stringify(brand).match(telling)?.[0]).toBeUndefined();
    const { shortcuts, ...seen } = webAppManifest(brand, 'v1');
    expect(JSON.stringify([seen, shortcuts.map(({ name }) => name)]).match(telling)?.[0]).toBeUndefined();
  }
});
