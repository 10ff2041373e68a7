// The brand of this host: from the page's JSON block, or placeholders for the server to fill while pages are prerendered.
import type { PublicBrand } from '#shared/brand.ts';

/**
 * Prerendered text holds these tokens and the server fills them per brand, so that hydration finds the same text nodes.
 * Lists have one entry here: a prerendered page may show the first of a list. Pages are painted twice, in open and in discreet
 * words; which time it is stands in the address that this module was loaded from.
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

// The server wrote the block from the same type; parsing it again with a schema would cost every first load the schema library.
export const brand: PublicBrand = import.meta.env.SSR
  ? placeholders()
  : (JSON.parse(document.getElementById('brand')?.textContent ?? '') as PublicBrand);
