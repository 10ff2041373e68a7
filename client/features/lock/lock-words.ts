// What the lock says in words: how strong a PIN is, and why it did not open.
import { wrongTriesMost, type Opening } from '#client/offline/lock/lock.ts';

export const wayFailed = 'That did not open it. Please try again.';

/** What remains after a wrong try; the wipe is told when it is near. */
export function triesText(opening: Exclude<Opening, { is: 'open' }>): string {
  if (opening.is === 'wiped') return 'Everything was taken off this device.';
  const { triesLeft } = opening;
  if (triesLeft > wrongTriesMost / 2) return 'That is not the PIN.';
  return `That is not the PIN. After ${triesLeft === 1 ? 'one more wrong try' : `${triesLeft} more wrong tries`} everything of yours is taken off this device.`;
}

export interface PinStrength {
  readonly is: 'short' | 'weak' | 'fair' | 'strong';
  readonly text: string;
}

/** What a graphics card of 2025 tries a second against some 600,000 rounds of PBKDF2 with SHA-256, rounded up. */
const guessesPerSecond = 10_000;
const dayS = 86_400;
const yearS = 365 * dayS;

const shared = 'It stops anyone who picks up your device: after 10 wrong tries everything goes.';

/** In plain words, for somebody who copies the device and tries PINs elsewhere, where nobody counts his tries. */
export function pinStrength(pin: string, least: number): PinStrength {
  const missing = least - [...pin].length;
  if (missing > 0) return { is: 'short', text: `At least ${least} signs: ${missing} more.` };
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

/** How many one would have to try: signs that repeat or go on from the one before add next to nothing. */
function guessesFor(pin: string): number {
  const signs = [...pin];
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/\d/, 10],
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/[^\d\p{L}]/u, 30],
  ];
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(pin) ? size : 0), 0);
  const counted = signs.filter((sign, n) => !followsOn(signs[n - 1], sign)).length;
  return alphabet ** counted * 2 ** (signs.length - counted);
}

function followsOn(before: string | undefined, sign: string): boolean {
  return before !== undefined && Math.abs(sign.charCodeAt(0) - before.charCodeAt(0)) <= 1;
}
