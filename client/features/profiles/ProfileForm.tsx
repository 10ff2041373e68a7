// The words of the own profile: each field saves when it is left, each attribute when it is ticked.
import type { FormEvent } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories, characteristicLabel } from '#shared/rules/characteristics.ts';
import { limits } from '#shared/rules/limits.ts';
import { brand } from '#client/app/brand.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { fields, errors, trouble, dismissTrouble, isSaved, isSaving, change, save } = useProfileForm(profile);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save({}, true);
  };
  const tick = (key: string, isOn: boolean): void => {
    const others = fields.characteristics.filter((other) => other !== key);
    const characteristics = isOn ? [...others, key] : others;
    change({ characteristics });
    save({ characteristics });
  };
  const onBlur = (): void => save();
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <section className="card">
        <h2>About you</h2>
        <TextField
          label="Public name"
          name="profilename"
          autoComplete="nickname"
          maxLength={limits.profileNameMost}
          value={fields.profilename}
          onValue={(profilename) => change({ profilename })}
          onBlur={onBlur}
          error={errors.profilename}
          help="What others call you here. It need not be your real name."
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
          help="Others see your age and never the date."
        />
        <div className="pair">
          <TextField
            label="Height"
            name="height"
            maxLength={limits.measureTextMost}
            value={fields.height}
            onValue={(height) => change({ height })}
            onBlur={onBlur}
            placeholder={'5\'11", 180 cm'}
          />
          <TextField
            label="Weight"
            name="weight"
            maxLength={limits.measureTextMost}
            value={fields.weight}
            onValue={(weight) => change({ weight })}
            onBlur={onBlur}
            placeholder="170 lb or 77 kg"
          />
        </div>
        <TextArea
          label="Narrative"
          name="description"
          most={limits.textMost}
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
                    onChange={(event) => tick(key, event.target.checked)}
                  />
                  {characteristicLabel(key, brand.productLabel)}
                </label>
              );
            })}
          </fieldset>
        ))}
      </section>
      <Button type="submit" look="main" isWide>
        {isSaving ? 'Saving...' : 'Save'}
      </Button>
      <div className="saved-word live" aria-live="polite">
        {isSaved && <Notice tone="success">Saved</Notice>}
        {trouble !== null && (
          <Notice tone="error" onDismiss={dismissTrouble}>
            {trouble}
          </Notice>
        )}
      </div>
    </form>
  );
}
