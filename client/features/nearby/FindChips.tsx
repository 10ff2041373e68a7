// Shows the chosen place and the active filters as chips that a tap removes. Filters show how many members they hide.
import { t, tCount } from '#client/device/texts.ts';
import type { NearestCount } from '#shared/contract/nearby.ts';
import { commaSeparated } from '#shared/formats/words.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { chipLabel } from './chip-label.ts';
import { chooseFilter, conditionsOf, emptyFilter, without } from './list-filter.ts';
import { choosePlace, isUnnamed } from './saved-places.ts';
import type { Find } from './use-find.ts';

export interface FindChipsProps {
  readonly find: Find;
  readonly count: NearestCount | null;
}

export function FindChips({ find: { filter, place }, count }: FindChipsProps) {
  const units = useDistanceUnits();
  const conditions = conditionsOf(filter);
  if (conditions.length === 0 && place === null) return null;
  return (
    <ul className="find-chips" aria-label={t('Place and filters')}>
      {place !== null && (
        <li>
          <Chip
            text={isUnnamed(place) ? t('Around the chosen place') : t('Around {place}', { place: place.name })}
            note={t('You are not shown there.')}
            name={
              isUnnamed(place)
                ? t('Around the chosen place. Back to where you are')
                : t('Around {place}. Back to where you are', { place: place.name })
            }
            onRemove={() => choosePlace(null)}
          />
        </li>
      )}
      {conditions.map((condition) => {
        const { text, note } = chipLabel(condition, filter, units, brand.productLabel);
        const hidden = count?.hidden[condition];
        const hides = hidden === undefined ? null : tCount(hidden, { one: 'hides #', other: 'hides #' });
        return (
          <li key={condition}>
            <Chip
              text={text}
              note={note}
              hides={hides}
              name={t('{filter}. Remove this filter', {
                filter: commaSeparated(
                  [text, note, hides].filter((part) => part !== null),
                  locale(),
                ),
              })}
              onRemove={() => chooseFilter(without(filter, condition))}
            />
          </li>
        );
      })}
      {conditions.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => chooseFilter(emptyFilter)}>
            {t('filters|Clear all')}
          </Button>
        </li>
      )}
    </ul>
  );
}

interface ChipProps {
  readonly text: string;
  readonly note: string | null;
  readonly hides?: string | null;
  /** The name that screen readers say. */
  readonly name: string;
  readonly onRemove: () => void;
}

function Chip({ text, note, hides = null, name, onRemove }: ChipProps) {
  return (
    <button type="button" className="find-chip" onClick={onRemove} aria-label={name}>
      <span>
        {text}
        {note !== null && <span className="find-chip-note"> {note}</span>}
      </span>
      {hides !== null && <span className="find-chip-hides"> {hides}</span>}
      <CloseIcon />
    </button>
  );
}
