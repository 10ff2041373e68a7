// Tabs for the panels of a screen, with arrow keys. A tab that opens another screen is a link with the class `tab`.
import { forward } from '#client/device/language.ts';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import './tabs.css';

export interface TabsProps<T extends string> {
  readonly label: string;
  /** The captions by key, in order. */
  readonly tabs: Readonly<Record<T, string>>;
  readonly selected: T;
  readonly onSelect: (key: T) => void;
  readonly children: ReactNode;
}

export function Tabs<T extends string>({ label, tabs, selected, onSelect, children }: TabsProps<T>) {
  const id = useId();
  const keys = Object.keys(tabs) as T[];
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? forward() : event.key === 'ArrowLeft' ? -forward() : 0;
    const next = keys[(keys.indexOf(selected) + step + keys.length) % keys.length];
    if (step === 0 || next === undefined) return;
    onSelect(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {keys.map((key) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            className="tab"
            aria-selected={key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={key === selected ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {tabs[key]}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
