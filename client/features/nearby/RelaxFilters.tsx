// A button for an empty list that removes the condition that hides the most members, or all conditions.
import { t, tCount } from '#client/device/texts.ts';
import type { NearestCount } from '#shared/contract/nearby.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { Button } from '#client/ui/Button.tsx';
import { chipLabel } from './chip-label.ts';
import { chooseFilter, conditionsOf, emptyFilter, without, type ListFilter } from './list-filter.ts';

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
      <Button look="main" onClick={() => chooseFilter(emptyFilter)}>
        {t('Clear all filters')}
      </Button>
    );
  const { text } = chipLabel(condition, filter, units, brand.productLabel);
  return (
    <>
      <p className="soft">
        {tCount(
          hiddenBy(condition),
          { one: 'Without “{filter}” there would be #.', other: 'Without “{filter}” there would be #.' },
          { filter: text },
        )}
      </p>
      <Button look="main" onClick={() => chooseFilter(without(filter, condition))}>
        {t('Remove “{filter}”', { filter: text })}
      </Button>
    </>
  );
}
