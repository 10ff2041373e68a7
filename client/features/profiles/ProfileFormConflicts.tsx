// Lets the member choose between the values that two devices saved for the same field.
import { characteristicText } from '#client/people/characteristic-text.ts';
import { listed } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
import { t } from '#client/device/texts.ts';
import { fieldLabels, isFormField } from './profile-fields.ts';
import type { ProfileConflict } from '#client/people/profile-writes.ts';

export interface ProfileFormConflictsProps {
  readonly conflicts: readonly ProfileConflict[];
  readonly onChoose: (conflict: ProfileConflict, isMine: boolean) => void;
}

export function ProfileFormConflicts({ conflicts, onChoose }: ProfileFormConflictsProps) {
  const shown = conflicts.filter(({ field }) => isFormField(field));
  if (shown.length === 0) return null;
  return (
    <section className="card" aria-labelledby="conflicts">
      <h2 id="conflicts">{t('Changed on two devices')}</h2>
      <p className="soft">{t('Until you choose, others see what the other device saved.')}</p>
      {shown.map((conflict) => {
        const field = isFormField(conflict.field) ? t(fieldLabels[conflict.field]) : '';
        return (
          <fieldset key={conflict.field} className="conflict">
            <legend className="field-legend">{field}</legend>
            <Choice
              from={t('This device')}
              value={conflict.mine}
              label={t('Keep {field} from this device', { field })}
              onKeep={() => onChoose(conflict, true)}
            />
            <Choice
              from={t('The other device')}
              value={conflict.theirs}
              label={t('Keep {field} from the other device', { field })}
              onKeep={() => onChoose(conflict, false)}
            />
          </fieldset>
        );
      })}
    </section>
  );
}

interface ChoiceProps {
  readonly from: string;
  readonly value: unknown;
  /** The accessible name of the button. */
  readonly label: string;
  readonly onKeep: () => void;
}

function Choice({ from, value, label, onKeep }: ChoiceProps) {
  return (
    <div className="conflict-choice">
      <p>
        <span className="soft small">{from}</span>
        <span className="conflict-value">{valueText(value)}</span>
      </p>
      <Button onClick={onKeep} aria-label={label}>
        {t('Keep')}
      </Button>
    </div>
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value))
    return (
      listed(
        value.map((key) => characteristicText(String(key))),
        locale(),
      ) || t('attributes|None')
    );
  return typeof value === 'string' && value !== '' ? value : t('Empty');
}
