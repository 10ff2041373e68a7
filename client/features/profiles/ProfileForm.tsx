// The form to edit one's profile. Texts are saved when a field loses the focus, attributes when they change.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import type { FormEvent } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { shownAge } from '#shared/rules/age.ts';
import { limits } from '#shared/rules/limits.ts';
import { heightText, shownHeight, shownWeight, weightText } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { inputLocale } from '#shared/formats/locale.ts';
import { locale } from '#client/device/locale.ts';
import { CharacteristicChoices } from '#client/people/CharacteristicChoices.tsx';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { fieldLabels } from './profile-fields.ts';
import { ProfileFormConflicts } from './ProfileFormConflicts.tsx';
import { useProfileForm } from './use-profile-form.ts';

export interface ProfileFormProps {
  /** The profile with waiting changes applied. */
  readonly profile: Profile;
  /** The profile as the server has it. */
  readonly stored: Profile;
}

export function ProfileForm({ profile, stored }: ProfileFormProps) {
  const { fields, errors, change, save, saveAndConfirm, ...state } = useProfileForm(profile, stored);
  const units = useDistanceUnits();
  const isMetric = units === 'metric';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saveAndConfirm();
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
    <form className="stack profile-form" onSubmit={submit} noValidate>
      <ProfileFormConflicts conflicts={state.conflicts} onChoose={state.choose} />
      <section className="card profile-about">
        <h2>{t('About you')}</h2>
        <TextField
          label={t(fieldLabels.profilename)}
          {...textProps('profilename')}
          autoComplete="nickname"
          maxLength={limits.maxProfileNameLength}
          error={errors.profilename}
          help={t('What others call you here. It doesn’t have to be your real name.')}
        />
        <TextField
          label={t(fieldLabels.birthdate)}
          name="birthdate"
          type="date"
          autoComplete="bday"
          value={fields.birthdate ?? ''}
          onValue={(birthdate) => change({ birthdate: birthdate === '' ? null : birthdate })}
          onBlur={onBlur}
          error={errors.birthdate}
          help={birthdateHelp(fields.birthdate)}
        />
        <div className="pair">
          <TextField
            label={t(fieldLabels.height)}
            {...textProps('height')}
            maxLength={limits.maxMeasureTextLength}
            placeholder={heightText(180, units, inputLocale)}
            help={measureHelp(fields.height, shownHeight, isMetric)}
          />
          <TextField
            label={t(fieldLabels.weight)}
            {...textProps('weight')}
            maxLength={limits.maxMeasureTextLength}
            placeholder={weightText(77, units, inputLocale)}
            help={measureHelp(fields.weight, shownWeight, isMetric)}
          />
        </div>
        <TextArea
          label={t(fieldLabels.description)}
          {...textProps('description')}
          maxLength={limits.maxTextLength}
          placeholder={t('Who you are, what you like, what you are looking for')}
        />
      </section>
      <section className="card profile-attributes">
        <h2>{t(fieldLabels.characteristics)}</h2>
        <CharacteristicChoices chosen={fields.characteristics} onChoose={saveCharacteristics} />
      </section>
      <div className="profile-save">
        <Button type="submit" look={state.hasUnsaved ? 'main' : 'plain'} isWide>
          {state.isSaving ? t('Saving...') : t('Save')}
        </Button>
      </div>
      <LiveRegion className="save-status live">
        {state.isSaved && <Notice tone="success">{t('Saved')}</Notice>}
        {state.isWaiting && (
          <Notice>{t('You are offline. This is safe on your device and will be saved when you are back online.')}</Notice>
        )}
        {state.error !== null && <Notice tone="error">{state.error}</Notice>}
      </LiveRegion>
    </form>
  );
}

function birthdateHelp(birthdate: string | null | undefined): string {
  const age = numberText(shownAge(birthdate, Date.now()), locale());
  return birthdate
    ? t('Others see your age, {age}, never the date.', { age })
    : t('Others see your age, {age} until you enter it, never the date.', { age });
}

/** Shows the measure in the other unit, and in the own one if others see it differently. Or says that it can't be read. */
function measureHelp(text: string, convert: typeof shownHeight, isMetric: boolean): string {
  const [metric, imperial] = [convert(text, 'metric', locale()), convert(text, 'miles', locale())];
  if (text.trim() === '') return t('Optional.');
  if (metric === null || imperial === null) return t('Shown as you wrote it, but filters can’t read it.');
  const [own, other] = isMetric ? [metric, imperial] : [imperial, metric];
  return own === text.trim() ? other : `${own} (${other})`;
}
