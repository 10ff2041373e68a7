// The active filters as chips that remove one condition each and show how many members it hides.
import type { NearestCount } from '#shared/contract/nearby.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { chipLabel } from './chip-label.ts';
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
        const { text, note } = chipLabel(condition, filter, units, brand.productLabel);
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
              {hidden !== undefined && <span className="filter-hidden">{hiddenText(hidden)}</span>}
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

const hiddenText = (hidden: number): string => `hides ${hidden}`;
const labelParts = (note: string | null, hidden: number | undefined): string[] => [
  ...(note === null ? [] : [note]),
  ...(hidden === undefined ? [] : [hiddenText(hidden)]),
];

/** A button for an empty list: removes the condition that hides the most members, or all of them. */
export function RelaxFilters({ filter, count }: FilterChipsProps) {
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
      <p className="soft">{`Without “${text}” there would be ${hiddenBy(condition)}.`}</p>
      <Button look="main" onClick={() => chooseFilter(without(filter, condition))}>{`Remove “${text}”`}</Button>
    </>
  );
}
