// A small number of new items. Empty if there are none.
import './badge.css';

/** `text` is what screen readers say, such as "3 unread messages". */
export function Badge({ count, text }: { readonly count: number; readonly text: string }) {
  if (count <= 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
