// The brand of this host, read from the page's JSON block, or placeholders during prerendering.
import type { PublicBrand } from '#shared/brand.ts';

/**
 * The server replaces these tokens per brand, so that hydration finds the same text nodes. Lists have one entry, since prerendered
 * pages may show no more. Pages are rendered for open and for discreet brands; this module's URL says for which.
 */
const placeholders = (): PublicBrand => ({
  key: '{{brand.key}}',
  name: '{{brand.name}}',
  shortName: '{{brand.shortName}}',
  productLabel: '{{brand.productLabel}}',
  slogans: ['{{brand.slogans.0}}'],
  discreet: new URL(import.meta.url).searchParams.has('discreet'),
  supportAddress: '{{brand.supportAddress}}',
  texts: { about: '{{brand.texts.about}}', tosExtra: '{{brand.texts.tosExtra}}', support: '{{brand.texts.support}}' },
  description: '{{brand.description}}',
});

// The server writes the block from the same type; validating it would add the schema library to the first load.
export const brand: PublicBrand = import.meta.env.SSR
  ? placeholders()
  : (JSON.parse(document.getElementById('brand')?.textContent ?? '') as PublicBrand);
