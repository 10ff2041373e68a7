// The brand of this host, read from the page's JSON block. During prerendering it consists of placeholders.
import type { PublicBrand } from '#shared/brand.ts';

/**
 * Tokens that the server replaces for each brand, so that the browser finds the same text nodes when it hydrates. Of the slogans,
 * prerendered pages may show only the first two, which each brand has. Pages are rendered once for open and once for discreet brands.
 */
const placeholders = (): PublicBrand => ({
  key: '{{brand.key}}',
  name: '{{brand.name}}',
  shortName: '{{brand.shortName}}',
  productLabel: '{{brand.productLabel}}',
  slogans: ['{{brand.slogans.0}}', '{{brand.slogans.1}}'],
  discreet: new URL(import.meta.url).searchParams.has('discreet'),
  supportAddress: '{{brand.supportAddress}}',
  texts: { about: '{{brand.texts.about}}', tosExtra: '{{brand.texts.tosExtra}}', support: '{{brand.texts.support}}' },
  description: '{{brand.description}}',
});

// The server writes the block from the same type. To validate it, the first load would need the schema library.
export const brand: PublicBrand = import.meta.env.SSR
  ? placeholders()
  : (JSON.parse(document.getElementById('brand')?.textContent ?? '') as PublicBrand);
