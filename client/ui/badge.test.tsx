// The number of new items.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Badge } from './Badge.tsx';

const region = vi.hoisted(() => ({ locale: 'en' }));
vi.mock('#client/device/locale.ts', () => ({ locale: () => region.locale }));

test.each([
  ['en', 7, '7'],
  ['en', 99, '99'],
  ['en', 100, '99+'],
  ['ar-EG', 19, '١٩'],
  ['ar-EG', 1_000, '٩٩+'],
])('in %s, %i new items are shown as %s', (locale, count, shown) => {
  region.locale = locale;
  expect(renderToStaticMarkup(<Badge count={count} text="" />)).toContain(`>${shown}<`);
});
