// Fetches a quoted message that is not among the loaded ones.
import { t } from '#client/device/texts.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { messagePreview } from './message-preview.ts';
import { useQuotedMessage } from './messages.queries.ts';
import type { ShownQuote } from './shown-messages.ts';

/** A quote that is not loaded becomes `loaded`, with a placeholder text at first, or `gone`. */
export function useQuote(quote: ShownQuote | null): ShownQuote | null {
  const ownId = useOwnProfileId();
  const isQueryState = quote?.state === 'notLoaded';
  const { data } = useQuotedMessage(isQueryState ? quote.id : null);
  if (!isQueryState) return quote;
  if (data === null) return { ...quote, state: 'gone' };
  if (data === undefined) return { ...quote, state: 'loaded', preview: t('An earlier message') };
  return { ...quote, state: 'loaded', isOwn: data.senderProfileId === ownId, preview: messagePreview(data) };
}
