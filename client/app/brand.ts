// The brand of this host: from the page's JSON block, or placeholders for the server to fill while pages are prerendered.
import type { PublicBrand } from '#shared/brand.ts';

/**
 * Prerendered text holds these tokens and the server fills them per brand, so that hydration finds the same text nodes.
 * Lists have one entry here: a prerendered page may show the first of a list, and nothing may depend on `discreet` before it is hydrated.
 */
const placeholders: PublicBrand = {
  key: '{{brand.key}}',
  name: '{{brand.name}}',
  shortName: '{{brand.shortName}}',
  productLabel: '{{brand.productLabel}}',
  slogans: ['{{brand.slogans.0}}'],
  discreet: false,
  supportAddress: '{{brand.supportAddress}}',
  texts: { about: '{{brand.texts.about}}', tosExtra: '{{brand.texts.tosExtra}}', support: '{{brand.texts.support}}' },
  description: '{{brand.description}}',
};

const block = typeof document === 'undefined' ? null : document.getElementById('brand');

// The server wrote the block from the same type; parsing it again with a schema would cost every first load the schema library.
export const brand: PublicBrand = block === null ? placeholders : (JSON.parse(block.textContent ?? '') as PublicBrand);
