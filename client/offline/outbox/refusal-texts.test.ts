// Tests that members read in their own language why a write was refused.
import { afterEach, expect, test } from 'vitest';
import { setWords } from '#client/device/texts.ts';
import { waiting } from '#client/testing/messages.ts';
import { english } from '#shared/formats/texts.ts';
import { inOwnLanguage } from './refusal-texts.ts';

afterEach(() => setWords(english));

test('a refused write has its reason in the language of the device, others stay as they are', () => {
  setWords({ ...english, text: (text) => (text === 'You cannot do that.' ? 'Das geht nicht.' : undefined) });
  const refused = (message: string) => waiting('1', { state: 'failed', reason: { status: 400, code: 'bad-request', message } });
  const [waits, known, foreign] = [waiting('2'), refused('You cannot do that.'), refused('Payload too large')];
  const shown = inOwnLanguage([waits, known, foreign]);
  expect(shown[0]).toBe(waits);
  expect(shown.map(({ reason }) => reason?.message)).toEqual([undefined, 'Das geht nicht.', 'Payload too large']);
  expect(shown[1]).toEqual({ ...known, reason: { ...known.reason, message: 'Das geht nicht.' } });
});
