// The figures of health in words: which are shown, in which unit, and from when on one needs a look.
import type { Health, HealthSample } from '#shared/contract/admin.ts';

export interface HealthFigure {
  readonly key: keyof HealthSample;
  readonly label: string;
  readonly words: (value: number) => string;
  /** Why this value needs a look, or null. */
  readonly troubleOf: (value: number, health: Health) => string | null;
  /** Whether its course is drawn. */
  readonly isDrawn: boolean;
  readonly isCount: boolean;
}

const whole = (value: number): string => value.toLocaleString('en');
const ms = (value: number): string => `${value.toLocaleString('en', { maximumFractionDigits: 1 })} ms`;
/** Decimal units, as disks are sold. */
const bytes = (value: number): string => (value >= 1e9 ? `${(value / 1e9).toFixed(1)} GB` : `${Math.round(value / 1e6)} MB`);
const fine = (): null => null;
const above = (most: number, word: string) => (value: number) => (value > most ? word : null);

/** From here on members notice it. */
const slowMs = 250;
const manyWaiting = 1_000;

export const healthFigures: readonly HealthFigure[] = [
  { key: 'readMs', label: 'Database, a look', words: ms, troubleOf: above(slowMs, 'slow'), isDrawn: false, isCount: false },
  { key: 'writeMs', label: 'Database, a write', words: ms, troubleOf: above(slowMs, 'slow'), isDrawn: true, isCount: false },
  {
    key: 'writesWaiting',
    label: 'Writes waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'many wait'),
    isDrawn: false,
    isCount: true,
  },
  { key: 'membersOnline', label: 'Members online', words: whole, troubleOf: fine, isDrawn: true, isCount: true },
  { key: 'sockets', label: 'Open sockets', words: whole, troubleOf: fine, isDrawn: true, isCount: true },
  {
    key: 'pushesWaiting',
    label: 'Pushes waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'many wait'),
    isDrawn: true,
    isCount: true,
  },
  {
    key: 'mailsWaiting',
    label: 'Mails waiting',
    words: whole,
    troubleOf: above(manyWaiting, 'many wait'),
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

/** One figure of a sample in words, and what is wrong with it; what could not be found out is trouble by itself. */
export function figureOf({ key, words, troubleOf }: HealthFigure, sample: HealthSample, health: Health) {
  const value = sample[key];
  if (value === null) return { value: 'unknown', trouble: 'could not be found out' };
  return { value: words(value), trouble: troubleOf(value, health) };
}
