// The details of a profile: measures, words and characteristics.
import { categoryText, characteristicText } from '#client/people/characteristic-text.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { characteristicCategories } from '#shared/rules/characteristics.ts';
import { shownHeight, shownWeight } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import './profile.css';

export const ProfileDetails = ({ profile }: { readonly profile: Profile }) => (
  <>
    <Measures profile={profile} />
    {profile.description !== '' && (
      <p className="profile-narrative" dir="auto">
        {profile.description}
      </p>
    )}
    <Characteristics keys={profile.characteristics} />
  </>
);

function Measures({ profile }: { readonly profile: Profile }) {
  const units = useDistanceUnits();
  // A measure that cannot be read is shown as the member typed it.
  const height = shownHeight(profile.height, units, locale()) ?? profile.height;
  const weight = shownWeight(profile.weight, units, locale()) ?? profile.weight;
  const measures = [height, weight].filter((measure) => measure !== '');
  if (measures.length === 0) return null;
  return (
    <ul className="profile-measures">
      {measures.map((measure) => (
        <li key={measure}>{measure}</li>
      ))}
    </ul>
  );
}

function Characteristics({ keys }: { readonly keys: readonly string[] }) {
  const byCategory = Object.entries(characteristicCategories).map(([category, labels]) => ({
    category,
    present: labels.map((label) => label.toLowerCase()).filter((key) => keys.includes(key)),
  }));
  const shown = byCategory.filter(({ present }) => present.length > 0);
  if (shown.length === 0) return null;
  return (
    <dl className="profile-traits">
      {shown.map(({ category, present }) => (
        <div key={category}>
          <dt>{categoryText(category)}</dt>
          {present.map((key) => (
            <dd key={key} className="chip">
              {characteristicText(key)}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
