// The texts of the app lock: the strength of a PIN, and why unlocking failed.
import { t, tCount } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { maxWrongPins, type Opening } from '#client/offline/lock/lock.ts';

/** In English. Translate it where it is shown. */
export const unlockFailed = 'That didn’t unlock it. Please try again.';

/** The message after a wrong PIN. It warns when few tries are left, and after the last one says that the data was deleted. */
export function triesText(opening: Exclude<Opening, { is: 'open' }>): string {
  if (opening.is === 'wiped') return t('Everything this app kept on this device was deleted.');
  const { triesLeft } = opening;
  if (triesLeft > maxWrongPins / 2) return t('That is not the PIN.');
  return tCount(triesLeft, {
    one: 'That is not the PIN. After one more wrong try everything this app stores on this device is deleted.',
    other: 'That is not the PIN. After # more wrong tries everything this app stores on this device is deleted.',
  });
}

export interface PinStrength {
  readonly level: 'short' | 'weak' | 'fair' | 'strong';
  readonly text: string;
}

/** The guesses per second of a graphics card of 2025, at 600,000 rounds of PBKDF2 with SHA-256. */
const guessesPerSecond = 10_000;
const dayS = 86_400;
const yearS = 365 * dayS;

/** Assumes that the attacker has copied the device's data and can try any number of PINs. */
export function pinStrength(pin: string, minLength: number): PinStrength {
  const missing = minLength - [...pin].length;
  if (missing > 0) return { level: 'short', text: missingText(minLength, missing) };
  const seconds = searchSpace(pin) / 2 / guessesPerSecond;
  if (seconds < dayS)
    return {
      level: 'weak',
      text: t(
        'Weak. After 10 wrong tries everything this app stores on this device is deleted. Someone with the right tools could find it within a day. A longer PIN is much stronger.',
      ),
    };
  if (seconds < 10 * yearS)
    return {
      level: 'fair',
      text: t(
        'Fair. After 10 wrong tries everything this app stores on this device is deleted. Someone with the right tools would need days to years.',
      ),
    };
  return {
    level: 'strong',
    text: t(
      'Strong. After 10 wrong tries everything this app stores on this device is deleted. Finding it with the right tools would take longer than ten years.',
    ),
  };
}

const missingText = (minLength: number, missing: number): string =>
  tCount(
    missing,
    { one: 'At least {count} characters: # more to go.', other: 'At least {count} characters: # more to go.' },
    { count: numberText(minLength, locale()) },
  );

/** How many PINs an attacker has to try at most. Repeated and consecutive characters add little. */
function searchSpace(pin: string): number {
  const characters = [...pin];
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\p{Nd}/u, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    // Letters of scripts without capitals.
    [/\p{Lo}/u, 26],
    [/[^\p{Nd}\p{L}]/u, 30],
  ];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(pin) ? size : 0), 0);
  const counted = characters.filter((character, index) => !isPredictable(characters[index - 1], character)).length;
  return alphabet ** counted * 2 ** (characters.length - counted);
}

function isPredictable(previous: string | undefined, character: string): boolean {
  return previous !== undefined && Math.abs(character.charCodeAt(0) - previous.charCodeAt(0)) <= 1;
}
