// What is known of a message that another one answers; one that is further back than what is shown is asked for alone.
import { useOwnProfileId } from '#client/device/session-record.ts';
import { firstWords } from './first-words.ts';
import { useQuoted } from './messages.queries.ts';
import type { ShownQuote } from './shown-messages.ts';

/** As given, but for one that is elsewhere: here, with words that say as much as is known, or gone. */
export function useQuote(quote: ShownQuote | null): ShownQuote | null {
  const own = useOwnProfileId();
  const isElsewhere = quote?.state === 'elsewhere';
  const { data } = useQuoted(isElsewhere ? quote.id : null);
  if (!isElsewhere) return quote;
  if (data === null) return { ...quote, state: 'gone' };
  if (data === undefined) return { ...quote, state: 'here', words: 'An earlier message' };
  return { ...quote, state: 'here', isOwn: data.senderProfileId === own, words: firstWords(data) };
}
