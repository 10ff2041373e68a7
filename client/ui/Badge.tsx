// A small number of new items. Empty if there are none.
import { locale } from '#client/device/locale.ts';
import { numberText } from '#shared/formats/numbers.ts';
import './badge.css';

const most = 99;

/** `text` is what screen readers say, such as "3 unread messages". */
export function Badge({ count, text }: { readonly count: number; readonly text: string }) {
  if (count <= 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{numberText(Math.min(count, most), locale()) + (count > most ? '+' : '')}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
