// Texts of the lock: the strength of a PIN, and why it did not open.
import { maxWrongPins, type Opening } from '#client/offline/lock/lock.ts';

export const unlockFailed = 'That didn’t unlock it. Please try again.';

/** The message after a wrong try; it mentions the wipe once few tries are left. */
export function triesText(opening: Exclude<Opening, { is: 'open' }>): string {
  if (opening.is === 'wiped') return 'Everything on this device was deleted.';
  const { triesLeft } = opening;
  if (triesLeft > maxWrongPins / 2) return 'That is not the PIN.';
  return `That is not the PIN. After ${triesLeft === 1 ? 'one more wrong try' : `${triesLeft} more wrong tries`} everything you have on this device is deleted.`;
}

export interface PinStrength {
  readonly is: 'short' | 'weak' | 'fair' | 'strong';
  readonly text: string;
}

/** Guesses per second of a graphics card of 2025 at some 600,000 rounds of PBKDF2 with SHA-256, rounded up. */
const guessesPerSecond = 10_000;
const dayS = 86_400;
const yearS = 365 * dayS;

const shared = 'It stops anyone who picks up your device: after 10 wrong tries everything is deleted.';

/** Against an attacker who copies the device's data and tries PINs elsewhere, without a limit on tries. */
export function pinStrength(pin: string, least: number): PinStrength {
  const missing = least - [...pin].length;
  if (missing > 0) return { is: 'short', text: `At least ${least} characters: ${missing} more.` };
  const seconds = guessesFor(pin) / 2 / guessesPerSecond;
  if (seconds < dayS)
    return {
      is: 'weak',
      text: `Weak. ${shared} Somebody with the right tools could find it within a day. Longer is much stronger.`,
    };
  if (seconds < 10 * yearS)
    return { is: 'fair', text: `Fair. ${shared} Somebody with the right tools would need days to years.` };
  return { is: 'strong', text: `Strong. ${shared} Finding it with the right tools would take longer than ten years.` };
}

/** Size of the search space: repeated or consecutive characters add next to nothing. */
function guessesFor(pin: string): number {
  const characters = [...pin];
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\d\p{L}]/u, 30],
  ];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(pin) ? size : 0), 0);
  const counted = characters.filter((sign, n) => !followsOn(characters[n - 1], sign)).length;
  return alphabet ** counted * 2 ** (characters.length - counted);
}

function followsOn(before: string | undefined, sign: string): boolean {
  return before !== undefined && Math.abs(sign.charCodeAt(0) - before.charCodeAt(0)) <= 1;
}
