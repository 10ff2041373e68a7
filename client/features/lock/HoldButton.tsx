// A button that must be held for a second, so that it is not pressed by accident.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import './lock.css';

const holdMs = 1_000;

export interface HoldButtonProps {
  readonly label: string;
  readonly onHeld: () => void;
}

export function HoldButton({ label, onHeld }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const start = (): void => {
    clearTimeout(timer.current);
    setHeld(true);
    timer.current = setTimeout(onHeld, holdMs);
  };
  const stop = (): void => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  const isPressKey = ({ key }: KeyboardEvent): boolean => key === ' ' || key === 'Enter';
  return (
    <Button
      look="danger"
      className={isHeld ? 'hold is-held' : 'hold'}
      onPointerDown={({ button }) => button === 0 && start()}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onKeyDown={(event) => isPressKey(event) && !event.repeat && start()}
      onKeyUp={stop}
      onBlur={stop}
      onContextMenu={(event) => event.preventDefault()}
    >
      {label}
    </Button>
  );
}
