// A button for an empty list that removes the condition that hides the most members, or all conditions.
import type { NearestCount } from '#shared/contract/nearby.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { chipLabel } from './chip-label.ts';
import { chooseFilter, conditionsOf, openFilter, without, type ListFilter } from './list-filter.ts';

export interface RelaxFiltersProps {
  readonly filter: ListFilter;
  readonly count: NearestCount | null;
}

export function RelaxFilters({ filter, count }: RelaxFiltersProps) {
  const units = useDistanceUnits();
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  const hiddenBy = (name: string): number => count?.hidden[name] ?? 0;
  const [condition = ''] = conditions.toSorted((a, b) => hiddenBy(b) - hiddenBy(a));
  if (hiddenBy(condition) === 0)
    return (
      <Button look="main" onClick={() => chooseFilter(openFilter)}>
        Clear all filters
      </Button>
    );
  const { text } = chipLabel(condition, filter, units, brand.productLabel);
  return (
    <>
      <p className="soft">{`Without “${text}” there would be ${numberText(hiddenBy(condition), locale())}.`}</p>
      <Button look="main" onClick={() => chooseFilter(without(filter, condition))}>{`Remove “${text}”`}</Button>
    </>
  );
}
