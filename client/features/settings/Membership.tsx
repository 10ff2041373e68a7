// The member's volunteer credits.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { rich } from '#client/ui/rich.tsx';
import type { SectionProps } from './section-props.ts';

export function Membership({ settings }: SectionProps) {
  return (
    <>
      <p>
        {rich(t('Volunteer credits: <b>{count}</b>', { count: numberText(settings.volunteerCredits, locale()) }), {
          b: (text) => <strong>{text}</strong>,
        })}
      </p>
      <p className="soft">{t('Community membership is free. Paid contributing members fund it.')}</p>
    </>
  );
}
