// The server's figures as shown: label, unit, and the threshold above which one needs attention.
import type { Health, HealthSample } from '#shared/contract/admin.ts';

export interface ServerFigure {
  readonly key: keyof HealthSample;
  readonly label: string;
  readonly words: (value: number) => string;
  /** Why this value needs attention, or null. */
  readonly troubleOf: (value: number, health: Health) => string | null;
  /** True for figures with a chart. */
  readonly isDrawn: boolean;
  readonly isCount: boolean;
}

const whole = (value: number): string => value.toLocaleString('en');
const ms = (value: number): string => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
/** Decimal units, as disks are sold. */
const bytes = (value: number): string => (value >= 1e9 ? `${(value / 1e9).toFixed(1)} GB` : `${Math.round(value / 1e6)} MB`);
const fine = (): null => null;
const above = (most: number, word: string) => (value: number) => (value > most ? word : null);

/** Members notice delays above this. */
const slowMs = 250;
const manyWaiting = 1_000;

export const serverFigures: readonly ServerFigure[] = [
  { key: 'readMs', label: 'Database read', words: ms, troubleOf: above(slowMs, 'slow'), isDrawn: false, isCount: false },
  { key: 'writeMs', label: 'Database write', words: ms, troubleOf: above(slowMs, 'slow'), isDrawn: true, isCount: false },
  {
    key: 'writesWaiting',
    label: 'Writes waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'too many waiting'),
    isDrawn: false,
    isCount: true,
  },
  { key: 'membersOnline', label: 'Members online', words: whole, troubleOf: fine, isDrawn: true, isCount: true },
  { key: 'sockets', label: 'Open sockets', words: whole, troubleOf: fine, isDrawn: true, isCount: true },
  {
    key: 'pushesWaiting',
    label: 'Pushes waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'too many waiting'),
    isDrawn: true,
    isCount: true,
  },
  {
    key: 'mailsWaiting',
    label: 'Mails waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'too many waiting'),
    isDrawn: false,
    isCount: true,
  },
  {
    key: 'diskFreeBytes',
    label: 'Disk free',
    words: bytes,
    troubleOf: (value, { diskFreeBytesLeast }) => (value < diskFreeBytesLeast ? 'too little: pictures are refused' : null),
    isDrawn: false,
    isCount: false,
  },
  { key: 'loopDelayMs', label: 'Event loop delay', words: ms, troubleOf: above(slowMs, 'slow'), isDrawn: true, isCount: false },
  { key: 'memoryBytes', label: 'Memory', words: bytes, troubleOf: fine, isDrawn: true, isCount: false },
];

/** One figure of a sample as text, with its warning; a missing value is a warning too. */
export function figureOf({ key, words, troubleOf }: ServerFigure, sample: HealthSample, health: Health) {
  const value = sample[key];
  if (value === null) return { value: 'unknown', trouble: 'could not be measured' };
  return { value: words(value), trouble: troubleOf(value, health) };
}
