// The schema of a brand, which describes everything that differs between host names, and the part of it that browsers get.
import * as z from 'zod/mini';
import type { Language } from './rules/languages.ts';

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const paragraph = z.string().check(z.trim(), z.minLength(1), z.maxLength(1_200));
const emailAddress = z.string().check(z.regex(/^[^\s@<>"]+@[^\s@<>"]+$/));
const hostName = z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/));
const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/));
const lightAndDark = z.strictObject({ light: hexColour, dark: hexColour });

const shortcut = z.strictObject({ name: line, description: line });

/** The texts of a brand about itself, all of which exist in every language. */
const brandTexts = {
  /** The label of the characteristic stored as `{product}`. */
  productLabel: line,
  slogans: z.array(line).check(z.minLength(2)),
  texts: z.strictObject({ about: paragraph, tosExtra: paragraph, support: paragraph }),
  /** For the web app manifest; the description is also that of the pages. */
  manifest: z.strictObject({
    description: line,
    shortcuts: z.strictObject({ map: shortcut, chats: shortcut, likedYou: shortcut }),
    screenshots: z.strictObject({ wide: line, narrow: line }),
  }),
};
const translation = z.strictObject(brandTexts);
const translations = z.strictObject({
  es: translation,
  fr: translation,
  de: translation,
  'pt-BR': translation,
  it: translation,
  nl: translation,
  pl: translation,
  ar: translation,
} satisfies Record<Exclude<Language, 'en'>, typeof translation>);
export type BrandTranslations = z.infer<typeof translations>;

export const brandSchema = z.strictObject({
  /** The name of the brand's folder. */
  key: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  /** Lower case, without a port. Links in emails and canonical URLs use the canonical host. */
  hosts: z.array(hostName).check(z.minLength(1)),
  canonicalHost: hostName,
  name: line,
  /** Shown under the icon on a home screen, where about 12 letters fit. */
  shortName: z.string().check(z.minLength(1), z.maxLength(12)),
  /** In English. */
  ...brandTexts,
  translations,
  /** True if icon, titles, emails and notifications must not reveal the product's purpose. */
  discreet: z.boolean(),
  colours: z.strictObject({
    /** OKLCH hue in degrees and chroma; the theme derives surface colours from them. */
    hue: z.number().check(z.minimum(0), z.maximum(360)),
    chroma: z.number().check(z.minimum(0), z.maximum(0.4)),
    accent: lightAndDark,
    onAccent: lightAndDark,
    tint: lightAndDark,
  }),
  shape: z.strictObject({
    /** Multiplies all corners: 1 is round, 0 square. */
    radius: z.number().check(z.minimum(0), z.maximum(1)),
    /** Width in percent, where the system's font has widths. */
    headingWidth: z.number().check(z.minimum(75), z.maximum(125)),
    headingWeight: z.literal([600, 700]),
    /** SVG elements of a decorative drawing of 240 by 240 units with an empty middle, for the first screen and empty lists. */
    motif: z.string().check(z.maxLength(1_600), z.regex(/^(<(path|circle|rect) [^<>]*\/>)+$/)),
  }),
  themeColor: lightAndDark,
  mail: z.strictObject({ fromName: line, fromAddress: emailAddress, signInSubject: line }),
  supportAddress: emailAddress,
  /** Used for pushes without a preview. */
  notification: z.strictObject({ shortName: line, text: line }),
  /** The categories of app stores. */
  categories: z.array(line).check(z.minLength(1)),
});
export type Brand = z.infer<typeof brandSchema>;

export type PublicBrand = Pick<
  Brand,
  'key' | 'name' | 'shortName' | 'productLabel' | 'slogans' | 'discreet' | 'supportAddress' | 'texts'
> & {
  description: string;
};

/** The part of a brand that is included in every page. */
export function publicBrand(brand: Brand): PublicBrand {
  const { key, name, shortName, productLabel, slogans, discreet, supportAddress, texts, manifest } = brand;
  return { key, name, shortName, productLabel, slogans, discreet, supportAddress, texts, description: manifest.description };
}

/** The brand with its texts in this language. */
export const brandIn = (brand: Brand, language: Language): Brand =>
  language === 'en' ? brand : { ...brand, ...brand.translations[language] };
