// The server's figures on the dashboard: label, unit, and the value from which a figure needs attention.
import { t } from '#client/device/texts.ts';
import type { Health, HealthSample } from '#shared/contract/admin.ts';
import { byteSize, milliseconds, numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';

interface FigureEntry {
  readonly key: keyof HealthSample;
  /** In English. */
  readonly label: string;
  readonly format: (value: number) => string;
  /** Why this value needs attention, or null. */
  readonly warningFor?: (value: number, health: Health) => string | null;
  readonly hasChart?: boolean;
}

export const formatCount = (value: number): string => numberText(value, locale());
const formatMs = (value: number): string => milliseconds(value, locale());
const formatBytes = (value: number): string => byteSize(value, locale());

/** Members notice longer delays. */
const slowMs = 250;
const slowWarning = (value: number) => (value > slowMs ? t('slow') : null);
const queueWarning = (value: number) => (value > 1_000 ? t('too many waiting') : null);

const figures = [
  { key: 'readMs', label: 'Database read', format: formatMs, warningFor: slowWarning },
  { key: 'writeMs', label: 'Database write', format: formatMs, warningFor: slowWarning, hasChart: true },
  { key: 'writesWaiting', label: 'Writes waiting', format: formatCount, warningFor: queueWarning },
  { key: 'membersOnline', label: 'Members online on this server', format: formatCount, hasChart: true },
  { key: 'sockets', label: 'Open sockets of this server', format: formatCount, hasChart: true },
  { key: 'pushesWaiting', label: 'Pushes waiting', format: formatCount, warningFor: queueWarning, hasChart: true },
  { key: 'mailsWaiting', label: 'Emails waiting', format: formatCount, warningFor: queueWarning },
  {
    key: 'diskFreeBytes',
    label: 'Disk free',
    format: formatBytes,
    warningFor: (value: number, { diskFreeBytesLeast }: Health) =>
      value < diskFreeBytesLeast ? t('too little: pictures are refused') : null,
  },
  { key: 'loopDelayMs', label: 'Event loop delay', format: formatMs, warningFor: slowWarning, hasChart: true },
  { key: 'memoryBytes', label: 'Memory', format: formatBytes, hasChart: true },
] as const satisfies readonly FigureEntry[];

export type ServerFigure = FigureEntry & { readonly label: (typeof figures)[number]['label'] };
export const serverFigures: readonly ServerFigure[] = figures;

/** The text of one figure, with its warning. */
export function figureText({ key, format, warningFor }: ServerFigure, sample: HealthSample, health: Health) {
  const value = sample[key];
  if (value === null) return { value: t('unknown'), warning: t('could not be measured') };
  return { value: format(value), warning: warningFor?.(value, health) ?? null };
}
