// Fields that two devices changed to different values, with both values to choose from.
import { characteristicLabel } from '#shared/rules/characteristics.ts';
import { brand } from '#client/device/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import { fieldLabels, isTypedField } from './profile-fields.ts';
import type { ProfileClash } from '#client/people/profile-writes.ts';

export interface ProfileFormConflictsProps {
  readonly clashes: readonly ProfileClash[];
  readonly onChoose: (clash: ProfileClash, isMine: boolean) => void;
}

export function ProfileFormConflicts({ clashes, onChoose }: ProfileFormConflictsProps) {
  const shown = clashes.filter(({ field }) => isTypedField(field));
  if (shown.length === 0) return null;
  return (
    <section className="card" aria-labelledby="clashes">
      <h2 id="clashes">Changed on two devices</h2>
      <p className="soft">Until you choose, others see what the other device has saved.</p>
      {shown.map((clash) => {
        const label = isTypedField(clash.field) ? fieldLabels[clash.field] : '';
        return (
          <fieldset key={clash.field} className="clash">
            <legend className="field-legend">{label}</legend>
            <Choice from="This device" value={clash.mine} label={label} onTake={() => onChoose(clash, true)} />
            <Choice from="The other device" value={clash.theirs} label={label} onTake={() => onChoose(clash, false)} />
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
  readonly onTake: () => void;
}

function Choice({ from, value, label, onTake }: ChoiceProps) {
  return (
    <div className="clash-choice">
      <p>
        <span className="soft small">{from}</span>
        <span className="clash-value">{words(value)}</span>
      </p>
      <Button onClick={onTake} aria-label={`Keep ${label} of ${from.toLowerCase()}`}>
        Keep
      </Button>
    </div>
  );
}

function words(value: unknown): string {
  if (Array.isArray(value)) return value.map((key) => characteristicLabel(String(key), brand.productLabel)).join(', ') || 'None';
  return typeof value === 'string' && value !== '' ? value : 'Empty';
}
