// A member's name, shortened on screens. Screen readers read the whole name.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { shownName } from '#shared/rules/letters.ts';
import { wholeIfCut } from './whole-name.ts';

export interface ShownNameProps {
  /** Empty while it is not known. */
  readonly name: string;
  /** Follows the name. */
  readonly age?: number | undefined;
}

export function ShownName({ name, age }: ShownNameProps) {
  const whole = wholeIfCut(name);
  const withAge = (text: string): string =>
    age === undefined ? text : t('{name}, {age}', { name: text, age: numberText(age, locale()) });
  if (whole === undefined) return withAge(name || t('Member'));
  return (
    <>
      <span aria-hidden="true" title={whole}>
        {withAge(shownName(whole))}
      </span>
      <span className="visually-hidden">{withAge(whole)}</span>
    </>
  );
}
