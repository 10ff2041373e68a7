// The form for filters has the digits of the member's region.
import { expect, test, vi } from 'vitest';
import { parseDraft, rangeTexts } from './filter-draft.ts';
import { emptyFilter } from './list-filter.ts';

vi.mock('#client/device/locale.ts', () => ({ locale: () => 'ar-EG' }));

test('the ages that are possible are written with the region’s digits', () => {
  const { errors } = parseDraft({ ...rangeTexts(emptyFilter, 'metric'), ageMin: '١٧' }, emptyFilter, 'metric');
  expect(errors.ageMin?.match(/\d+|[٠-٩]+/g)).toEqual(['١٨', '١٢٠']);
});
