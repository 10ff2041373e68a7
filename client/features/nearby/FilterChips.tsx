// The active filters as chips; each removes its condition and shows how many members it hides.
import type { NearestCount } from '#shared/contract/nearby.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { chipWords } from './filter-words.ts';
import { chooseFilter, conditionsOf, openFilter, without, type ListFilter } from './list-filter.ts';

export interface FilterChipsProps {
  readonly filter: ListFilter;
  readonly count: NearestCount | null;
}

export function FilterChips({ filter, count }: FilterChipsProps) {
  const units = useDistanceUnits();
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {conditions.map((condition) => {
        const { text, note } = chipWords(condition, filter, units, brand.productLabel);
        const hidden = count?.hidden[condition];
        return (
          <li key={condition}>
            <button
              type="button"
              className="filter-chip"
              onClick={() => chooseFilter(without(filter, condition))}
              aria-label={`${[text, ...labelParts(note, hidden)].join(', ')}. Remove this filter`}
            >
              <span>
                {text}
                {note !== null && <span className="filter-note">{note}</span>}
              </span>
              {hidden !== undefined && <span className="filter-hidden">{hides(hidden)}</span>}
              <CloseIcon />
            </button>
          </li>
        );
      })}
      {conditions.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => chooseFilter(openFilter)}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  );
}

const hides = (hidden: number): string => `hides ${hidden}`;
const labelParts = (note: string | null, hidden: number | undefined): string[] => [
  ...(note === null ? [] : [note]),
  ...(hidden === undefined ? [] : [hides(hidden)]),
];

/** For an empty list: a button that removes the condition hiding the most members, or all conditions. */
export function RelaxFilters({ filter, count }: FilterChipsProps) {
  const units = useDistanceUnits();
  const conditions = conditionsOf(filter);
  if (conditions.length === 0) return null;
  const hiddenBy = (condition: string): number => count?.hidden[condition] ?? 0;
  const [best = ''] = conditions.toSorted((a, b) => hiddenBy(b) - hiddenBy(a));
  if (hiddenBy(best) === 0)
    return (
      <Button look="main" onClick={() => chooseFilter(openFilter)}>
        Clear all filters
      </Button>
    );
  const { text } = chipWords(best, filter, units, brand.productLabel);
  return (
    <>
      <p className="soft">{`Without “${text}” there would be ${hiddenBy(best)}.`}</p>
      <Button look="main" onClick={() => chooseFilter(without(filter, best))}>{`Remove “${text}”`}</Button>
    </>
  );
}
