// The three first steps of a new member. Each is a fragment of Home's address, so that Back and Reload work.
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { t } from '#client/device/texts.ts';
const firstSteps = ['name', 'picture', 'place'] as const;
export type FirstStep = (typeof firstSteps)[number];

export const isFirstStep = (fragment: string): fragment is FirstStep => firstSteps.some((step) => step === fragment);

/** For example "Step 1 of 3". */
export const progressText = (step: FirstStep): string =>
  t('Step {step} of {count}', {
    step: numberText(firstSteps.indexOf(step) + 1, locale()),
    count: numberText(firstSteps.length, locale()),
  });
