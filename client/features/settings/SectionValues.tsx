// Says what some sections of the settings are set to, for their lines in the list on a phone.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { useLocationHidden } from '#client/features/positions/use-location-hidden.ts';
import { themeTexts } from './DisplayChoices.tsx';
import { lockQuery } from './Lock.tsx';
import { useSquares } from './PlaceChoices.tsx';
import type { SectionProps } from './section-props.ts';

const onOrOff = (isOn: boolean): string => (isOn ? t('setting|On') : t('setting|Off'));

function PlaceValue({ chosen: { positionPrecision } }: SectionProps) {
  const [area, wide] = useSquares();
  const [isHidden] = useLocationHidden();
  return isHidden ? t('setting|Hidden') : { area, wide, exact: t('Exact point') }[positionPrecision];
}

function LockValue() {
  const { data } = useQuery(lockQuery);
  return data === undefined ? null : onOrOff(data !== null);
}

/** By the id of the section. */
export const sectionValues: Readonly<Partial<Record<string, ComponentType<SectionProps>>>> = {
  place: PlaceValue,
  devices: ({ settings: { pushSubscriptions: all } }) =>
    all.length === 0 ? t('devices|None') : numberText(all.length, locale()),
  quiet: ({ chosen }) => onOrOff(chosen.quietHours !== null),
  display: ({ chosen }) => themeTexts()[chosen.theme],
  lock: LockValue,
};
