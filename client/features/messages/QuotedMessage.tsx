// A preview of the message that a reply quotes. A tap on it scrolls to the message.
import { t } from '#client/device/texts.ts';
import type { ShownQuote } from './shown-messages.ts';
import { useQuote } from './use-quote.ts';

export interface QuotedMessageProps {
  readonly quote: ShownQuote;
  /** The other member's name. */
  readonly name: string;
  readonly onShow: (messageId: string) => void;
}

export function QuotedMessage({ quote, name, onShow }: QuotedMessageProps) {
  const shown = useQuote(quote);
  if (shown?.state !== 'loaded') return <p className="quote soft">{t('A message that is no longer here')}</p>;
  return (
    <button type="button" className="quote" onClick={() => onShow(shown.id)}>
      <span className="visually-hidden">{t('In reply to')} </span>
      {shown.isOwn !== null && <b>{shown.isOwn ? t('You') : name}</b>}
      <span className="quote-preview" dir="auto">
        {shown.preview}
      </span>
    </button>
  );
}
