// A list in which the Tab key reaches only one item. Arrow keys, Home and End move between the items.
import { useRef, type ReactNode, type RefObject } from 'react';
import { useRovingStop } from './use-roving-stop.ts';

export interface RovingListProps {
  readonly className?: string;
  readonly list?: RefObject<HTMLUListElement | null>;
  /** List items. */
  readonly children: ReactNode;
}

export function RovingList({ className, list, children }: RovingListProps) {
  const own = useRef<HTMLUListElement>(null);
  const ref = list ?? own;
  const handlers = useRovingStop(ref);
  return (
    <ul ref={ref} className={className} {...handlers}>
      {children}
    </ul>
  );
}
