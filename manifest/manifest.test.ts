// The brand of each host, and requirements of every brand.
import { describe, expect, it } from 'vitest';
import { brandIn, brandSchema, publicBrand } from '#shared/brand.ts';
import { directionOf, languages, type Language } from '#shared/rules/languages.ts';
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
    ['localhost:65535', 'hearthside'],
    ['anything.localhost', 'hearthside'],
    ['127.0.0.1:3000', 'hearthside'],
    ['[::1]', 'hearthside'],
    ['[::1]:3000', 'hearthside'],
    ['app.host.test', 'hearthside'],
    ['lan.test:9', 'hearthside'],
    ['port.test', 'hearthside'],
  ])('the host %s gets the brand %s', (host, key) => {
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
    'localhost:65536',
    'almanac.example:99999',
    'user@localhost',
    'localhost/path',
    'localhost\nevil.test',
    'local host',
  ])('%j is not a host of ours', (host) => {
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
    const manifest = webAppManifest(brand, 'en', 'v1');
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', name: brand.name });
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      '512x512 monochrome',
    ]);
    expect(manifest.screenshots.map((shot) => shot.form_factor).sort()).toEqual(['narrow', 'wide']);
    expect(manifest.shortcuts.map((shortcut) => shortcut.url)).toEqual([
      '/search/map',
      '/chat/personal',
      '/likes/profilelikedyou',
    ]);
    expect(manifest.share_target).toMatchObject({ action: '/profilePicUpload', method: 'POST', enctype: 'multipart/form-data' });
    expect(manifest.share_target.params).toMatchObject({
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'pictures' }],
    });
    expect(manifest.launch_handler).toEqual({ client_mode: ['navigate-existing', 'auto'] });
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

/** Words of each language that would reveal the purpose of a discreet brand. */
const telling = {
  en: 'gay|bi|trans|pride|lambda|rainbow|dat(e|es|ing)|hook\\s?ups?|singles?|flirt\\p{L}*|men|guys?|love|lik(e|es|ed)|match\\p{L}*|sex\\p{L}*|adults?|nearby|near you|meet\\p{L}*|communit\\p{L}*|members?',
  es: 'ga(y|is)|lesbian\\p{L}*|orgullo\\p{L}*|citas?|lig(ar|ue)\\p{L}*|comunidad\\p{L}*|miembros?|membresías?|amor\\p{L}*|gust\\p{L}*|ador\\p{L}+|adult\\p{L}+|cerca\\p{L}*|solter\\p{L}+|encuentr\\p{L}+|sex\\p{L}*',
  fr: 'gays?|lesbien\\p{L}*|fierté|fi(er|ère)s?|rencontr\\p{L}+|likes?|plai(s|t|re)|aim\\p{L}+|ador\\p{L}+|amour\\p{L}*|communauté|membres?|adhésion|adultes?|près|autour|célibataires?|sex\\p{L}*',
  de: 'gay|schwul\\p{L}*|lesb\\p{L}+|stolz\\p{L}*|likes?|lieb\\p{L}*|mag|treff\\p{L}*|community|mitglied\\p{L}*|erwachsen\\p{L}*|nähe|singles?|flirt\\p{L}*|sex\\p{L}*',
  'pt-BR':
    'gays?|lésbic\\p{L}+|orgulh\\p{L}+|encontr\\p{L}+|curt\\p{L}+|ador\\p{L}+|amor\\p{L}*|namor\\p{L}+|comunidade|membros?|adesão|adult\\p{L}+|perto|solteir\\p{L}+|sex\\p{L}*',
  it: 'gay|lesbic\\p{L}+|orgogli\\p{L}+|incontr\\p{L}+|piac\\p{L}+|ador\\p{L}+|amore|comunità|membri|adesione|adult\\p{L}+|vicin\\p{L}+|single|sess\\p{L}*',
  nl: 'gay|homo\\p{L}*|lesb\\p{L}+|lhbt\\p{L}*|trots\\p{L}*|likes?|leuk|lief\\p{L}*|dat(en|e|ing)|community|lid|leden|volwassen\\p{L}*|buurt|vrijgezel\\p{L}*|seks\\p{L}*',
  pl: 'gej\\p{L}*|lesb\\p{L}+|dumn\\p{L}*|lubi\\p{L}*|uwielb\\p{L}*|miło\\p{L}*|randk\\p{L}*|społeczno\\p{L}*|członk\\p{L}*|doros\\p{L}*|pobliż\\p{L}*|seks\\p{L}*',
  ar: '(ال)?مثلي\\p{L}*|الميم|(ب|ال)?فخ\\p{L}*|\\p{L}*إعجاب\\p{L}*|تحب|حب|(ال)?مجتمع|(ال)?أعضاء|العضوية|بالغ\\p{L}*|جوارك|حولك|مواعدة|جنس\\p{L}*',
} satisfies Record<Language, string>;

describe.each(languages)('in %s', (language) => {
  it('every brand has its own texts, with as many slogans as in English', () => {
    for (const brand of brands) {
      const translated = brandIn(brand, language);
      expect(brandSchema.parse(translated)).toEqual(translated);
      expect(translated.slogans).toHaveLength(brand.slogans.length);
      expect([translated.name, translated.shortName, translated.mail]).toEqual([brand.name, brand.shortName, brand.mail]);
      const { about, tosExtra, support } = translated.texts;
      for (const text of [translated.productLabel, about, tosExtra]) expect(text).toContain(brand.name);
      if (language !== 'en') expect([about, support]).not.toEqual([brand.texts.about, brand.texts.support]);
    }
  });

  it('the web app manifest has the language, its direction and its texts, and the same addresses as in English', () => {
    for (const brand of brands) {
      const { lang, dir, description, shortcuts, screenshots, ...rest } = webAppManifest(brand, language, 'v1');
      const texts = brandIn(brand, language).manifest;
      expect([lang, dir, description]).toEqual([language, directionOf(language), texts.description]);
      expect(shortcuts).toMatchObject([texts.shortcuts.map, texts.shortcuts.chats, texts.shortcuts.likedYou]);
      expect(screenshots.map(({ label }) => label)).toEqual([texts.screenshots.wide, texts.screenshots.narrow]);
      const english = webAppManifest(brand, 'en', 'v1');
      expect(shortcuts.map(({ url }) => url)).toEqual(english.shortcuts.map(({ url }) => url));
      expect(english).toMatchObject(rest);
    }
  });

  it('the texts of a discreet brand contain no word that reveals its purpose, those of the other brands do', () => {
    const revealing = new RegExp(`(?<!\\p{L})(${telling[language]}|lgbt|queers?)(?!\\p{L})`, 'iu');
    for (const brand of brands) {
      const { shortcuts, ...seen } = webAppManifest(brand, language, 'v1');
      const texts = { ...brandIn(brand, language), translations: null };
      const shown = JSON.stringify([texts, seen, shortcuts.map(({ name, description }) => [name, description])]);
      expect([brand.key, revealing.exec(shown)?.[0]]).toEqual([brand.key, brand.discreet ? undefined : expect.any(String)]);
    }
  });
});
