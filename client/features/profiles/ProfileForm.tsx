// The form to edit one's profile. Texts are saved when a field loses the focus, attributes when they change.
import type { FormEvent } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { heightText, shownHeight, shownWeight, weightText } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { typedLocale } from '#shared/formats/locale.ts';
import { locale } from '#client/device/locale.ts';
import { CharacteristicChoices } from '#client/people/CharacteristicChoices.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { shownAge } from './profile-fields.ts';
import { ProfileFormConflicts } from './ProfileFormConflicts.tsx';
import { useProfileForm } from './use-profile-form.ts';

export interface ProfileFormProps {
  /** The profile with waiting changes applied. */
  readonly profile: Profile;
  /** The profile as the server has it. */
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
  const saveCharacteristics = (characteristics: string[]): void => {
    change({ characteristics });
    save({ characteristics });
  };
  const onBlur = (): void => save();
  const textProps = (name: 'profilename' | 'height' | 'weight' | 'description') => ({
    name,
    value: fields[name],
    onValue: (value: string) => change({ [name]: value }),
    onBlur,
  });
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ProfileFormConflicts conflicts={state.conflicts} onChoose={state.choose} />
      <section className="card">
        <h2>About you</h2>
        <TextField
          label="Public name"
          {...textProps('profilename')}
          autoComplete="nickname"
          maxLength={limits.maxProfileNameLength}
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
            {...textProps('height')}
            maxLength={limits.maxMeasureTextLength}
            placeholder={heightText(180, units, typedLocale)}
            help={measureHelp(fields.height, shownHeight, isMetric)}
          />
          <TextField
            label="Weight"
            {...textProps('weight')}
            maxLength={limits.maxMeasureTextLength}
            placeholder={weightText(77, units, typedLocale)}
            help={measureHelp(fields.weight, shownWeight, isMetric)}
          />
        </div>
        <TextArea
          label="Narrative"
          {...textProps('description')}
          maxLength={limits.maxTextLength}
          placeholder="Who you are, what you like, what you are looking for"
        />
      </section>
      <section className="card">
        <h2>Attributes</h2>
        <CharacteristicChoices chosen={fields.characteristics} onChoose={saveCharacteristics} />
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

/** Shows the measure in the other unit too, or says that it can't be read. */
function measureHelp(text: string, convert: typeof shownHeight, isMetric: boolean): string {
  const [metric, imperial] = [convert(text, 'metric', locale()), convert(text, 'miles', locale())];
  if (text.trim() === '') return 'Optional.';
  if (metric === null || imperial === null) return 'Shown as you wrote it, but filters can’t read it.';
  return isMetric ? `${metric} (${imperial})` : `${imperial} (${metric})`;
}
