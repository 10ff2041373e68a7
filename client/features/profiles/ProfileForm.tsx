// The form to edit your profile; fields save on blur, attributes on change.
import type { FormEvent } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories, characteristicLabel } from '#shared/rules/characteristics.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownHeight, shownWeight } from '#shared/rules/measures.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { shownAge } from './profile-fields.ts';
import { ProfileFormConflicts } from './ProfileFormConflicts.tsx';
import { useProfileForm } from './use-profile-form.ts';

export interface ProfileFormProps {
  /** With waiting changes applied. */
  readonly profile: Profile;
  /** From the server. */
  readonly stored: Profile;
}

export function ProfileForm({ profile, stored }: ProfileFormProps) {
  const { fields, errors, change, save, ...state } = useProfileForm(profile, stored);
  const units = useDistanceUnits();
  const isMetric = units === 'metric';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save({}, true);
  };
  const toggleCharacteristic = (key: string, isOn: boolean): void => {
    const others = fields.characteristics.filter((other) => other !== key);
    const characteristics = isOn ? [...others, key] : others;
    change({ characteristics });
    save({ characteristics });
  };
  const onBlur = (): void => save();
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProfileFormConflicts conflicts={state.conflicts} onChoose={state.choose} />
      <section className="card">
        <h2>About you</h2>
        <TextField
          label="Public name"
          name="profilename"
          autoComplete="nickname"
          maxLength={limits.maxProfileNameLength}
          value={fields.profilename}
          onValue={(profilename) => change({ profilename })}
          onBlur={onBlur}
          error={errors.profilename}
          help="What others call you here. It doesn’t have to be your real name."
        />
        <TextField
          label="Birthdate"
          name="birthdate"
          type="date"
          autoComplete="bday"
          value={fields.birthdate ?? ''}
          onValue={(birthdate) => change({ birthdate: birthdate === '' ? null : birthdate })}
          onBlur={onBlur}
          error={errors.birthdate}
          help={`Others see your age, ${shownAge(fields.birthdate)}${fields.birthdate ? '' : ' until you enter it'}, never the date.`}
        />
        <div className="pair">
          <TextField
            label="Height"
            name="height"
            maxLength={limits.maxMeasureTextLength}
            value={fields.height}
            onValue={(height) => change({ height })}
            onBlur={onBlur}
            placeholder={isMetric ? '180 cm' : '5\'11"'}
            help={measureHelp(fields.height, shownHeight, isMetric)}
          />
          <TextField
            label="Weight"
            name="weight"
            maxLength={limits.maxMeasureTextLength}
            value={fields.weight}
            onValue={(weight) => change({ weight })}
            onBlur={onBlur}
            placeholder={isMetric ? '77 kg' : '170 lb'}
            help={measureHelp(fields.weight, shownWeight, isMetric)}
          />
        </div>
        <TextArea
          label="Narrative"
          name="description"
          maxLength={limits.maxTextLength}
          value={fields.description}
          onValue={(description) => change({ description })}
          onBlur={onBlur}
          placeholder="Who you are, what you like, what you are looking for"
        />
      </section>
      <section className="card">
        <h2>Attributes</h2>
        {Object.entries(characteristicCategories).map(([category, labels]) => (
          <fieldset key={category} className="ticks">
            <legend className="field-legend">{category}</legend>
            {labels.map((label) => {
              const key = label.toLowerCase();
              return (
                <label key={key} className="tick">
                  <input
                    type="checkbox"
                    name={key}
                    checked={fields.characteristics.includes(key)}
                    onChange={(event) => toggleCharacteristic(key, event.target.checked)}
                  />
                  {characteristicLabel(key, brand.productLabel)}
                </label>
              );
            })}
          </fieldset>
        ))}
      </section>
      <Button type="submit" look="main" isWide>
        {state.isSaving ? 'Saving...' : 'Save'}
      </Button>
      <div className="save-status live" aria-live="polite">
        {state.isSaved && <Notice tone="success">Saved</Notice>}
        {state.isWaiting && (
          <Notice>You are offline. This is safe on your device and will be saved when you are back online.</Notice>
        )}
        {state.error !== null && <Notice tone="error">{state.error}</Notice>}
      </div>
    </form>
  );
}

/** Shows the measure in both units, or a note that it can't be read. */
function measureHelp(text: string, convert: typeof shownHeight, isMetric: boolean): string {
  const [metric, imperial] = [convert(text, 'metric'), convert(text, 'miles')];
  if (text.trim() === '') return 'Optional.';
  if (metric === null || imperial === null) return 'Shown as you wrote it, but filters can’t read it.';
  return isMetric ? `${metric} (${imperial})` : `${imperial} (${metric})`;
}
