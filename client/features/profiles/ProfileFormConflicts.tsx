// Lets the member choose between the values that two devices saved for the same field.
import { listed } from '#shared/formats/words.ts';
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import { brand } from '#client/device/brand.ts';
import { locale } from '#client/device/locale.ts';
import { Button } from '#client/ui/Button.tsx';
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
      <h2 id="conflicts">Changed on two devices</h2>
      <p className="soft">Until you choose, others see what the other device saved.</p>
      {shown.map((conflict) => {
        const label = isFormField(conflict.field) ? fieldLabels[conflict.field] : '';
        return (
          <fieldset key={conflict.field} className="conflict">
            <legend className="field-legend">{label}</legend>
            <Choice from="This device" value={conflict.mine} label={label} onKeep={() => onChoose(conflict, true)} />
            <Choice from="The other device" value={conflict.theirs} label={label} onKeep={() => onChoose(conflict, false)} />
          </fieldset>
        );
      })}
    </section>
  );
}

interface ChoiceProps {
  readonly from: string;
  readonly value: unknown;
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
      <Button onClick={onKeep} aria-label={`Keep ${label} from ${from.toLowerCase()}`}>
        Keep
      </Button>
    </div>
  );
}

function valueText(value: unknown): string {
  if (Array.isArray(value))
    return (
      listed(
        value.map((key) => characteristicLabel(String(key), brand.productLabel)),
        locale(),
      ) || 'None'
    );
  return typeof value === 'string' && value !== '' ? value : 'Empty';
}
