// A person in a list.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { Person } from './Person.tsx';

vi.mock('#client/device/locale.ts', () => ({ locale: () => 'ar-EG' }));

test('the age has the digits of the region, like the distance beside it', () => {
  const of = { profilePicIds: [], picPlaceholders: [] };
  const shown = renderToStaticMarkup(<Person profileId="1" name="Anton" of={of} age={41} />);
  expect(shown).toMatch(/Anton, \u2068?٤١/);
});

test('a name that is shortened is read whole, and one that is not has no tooltip', () => {
  const of = { profilePicIds: [], picPlaceholders: [] };
  const shown = renderToStaticMarkup(<Person profileId="1" name="Benedictus Maximus" of={of} />);
  expect(shown).toContain('<span aria-hidden="true" title="Benedictus Maximus">Benedictus M…</span>');
  expect(shown).toContain('<span class="visually-hidden">Benedictus Maximus</span>');
  expect(renderToStaticMarkup(<Person profileId="1" name="Anton" of={of} />)).not.toContain('title');
});
