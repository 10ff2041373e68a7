// The message that another one replies to; one that is not loaded yet is requested alone.
import { useOwnProfileId } from '#client/device/session-record.ts';
import { firstWords } from './first-words.ts';
import { useQuoted } from './messages.queries.ts';
import type { ShownQuote } from './shown-messages.ts';

/** Unchanged unless it is `elsewhere`: then `here` with a substitute text while loading, or `gone`. */
export function useQuote(quote: ShownQuote | null): ShownQuote | null {
  const own = useOwnProfileId();
  const isElsewhere = quote?.state === 'elsewhere';
  const { data } = useQuoted(isElsewhere ? quote.id : null);
  if (!isElsewhere) return quote;
  if (data === null) return { ...quote, state: 'gone' };
  if (data === undefined) return { ...quote, state: 'here', words: 'An earlier message' };
  return { ...quote, state: 'here', isOwn: data.senderProfileId === own, words: firstWords(data) };
}
