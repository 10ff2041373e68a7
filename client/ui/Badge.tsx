// A small number of new items. Empty if there are none.
import './badge.css';

export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count <= 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">
        {count} {label}
      </span>
    </span>
  );
}
