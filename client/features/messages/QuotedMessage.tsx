// The message that another one answers, by its first words; a tap leads to it.
import { useQuoted } from './messages.queries.ts';
import { firstWords } from './first-words.ts';
import type { ShownQuote } from './shown-messages.ts';

export interface QuotedMessageProps {
  readonly quote: ShownQuote;
  /** Of the other side. */
  readonly name: string;
  readonly own: string;
  readonly onShow: (messageId: string) => void;
}

export function QuotedMessage(props: QuotedMessageProps) {
  const { quote, name, onShow } = props;
  if (quote.state === 'elsewhere') return <QuotedElsewhere {...props} />;
  if (quote.state === 'gone') return <Gone />;
  return (
    <button type="button" className="quote" onClick={() => onShow(quote.id)}>
      <span className="seen-by-readers">In answer to </span>
      {quote.isOwn !== null && <b>{quote.isOwn ? 'You' : name}</b>}
      <span className="quote-words" dir="auto">
        {quote.words}
      </span>
    </button>
  );
}

/** Further back than what is shown: the server is asked for it alone. */
function QuotedElsewhere({ quote, own, ...rest }: QuotedMessageProps) {
  const { data } = useQuoted(quote.id);
  if (data === null) return <Gone />;
  const known: ShownQuote =
    data === undefined
      ? { id: quote.id, state: 'here', isOwn: null, words: 'An earlier message' }
      : { id: quote.id, state: 'here', isOwn: data.senderProfileId === own, words: firstWords(data) };
  return <QuotedMessage quote={known} own={own} {...rest} />;
}

const Gone = () => <p className="quote soft">A message that is no longer here</p>;
