// The form for filters has the digits of the member's region.
import { expect, test, vi } from 'vitest';
import { parseDraft, rangeTexts } from './filter-draft.ts';
import { openFilter } from './list-filter.ts';

vi.mock('#client/device/locale.ts', () => ({ locale: () => 'ar-EG' }));

test('the ages that are possible are written with the region’s digits', () => {
  const { errors } = parseDraft({ ...rangeTexts(openFilter, 'metric'), ageMin: '١٧' }, openFilter, 'metric');
  expect(errors.ageMin?.match(/\d+|[٠-٩]+/g)).toEqual(['١٨', '١٢٠']);
});
