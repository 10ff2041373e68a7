// The first words of the message that another one replies to; a tap scrolls to it.
import type { ShownQuote } from './shown-messages.ts';
import { useQuote } from './use-quote.ts';

export interface QuotedMessageProps {
  readonly quote: ShownQuote;
  /** The other member's. */
  readonly name: string;
  readonly onShow: (messageId: string) => void;
}

export function QuotedMessage({ quote, name, onShow }: QuotedMessageProps) {
  const known = useQuote(quote);
  if (known?.state !== 'here') return <p className="quote soft">A message that is no longer here</p>;
  return (
    <button type="button" className="quote" onClick={() => onShow(known.id)}>
      <span className="visually-hidden">In reply to </span>
      {known.isOwn !== null && <b>{known.isOwn ? 'You' : name}</b>}
      <span className="quote-words" dir="auto">
        {known.words}
      </span>
    </button>
  );
}
