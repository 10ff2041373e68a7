// A button to like something or to remove the like. If the member's profile is incomplete, it asks for what is missing.
import { useState } from 'react';
import { useProfileGate } from '#client/people/profile-gate.tsx';
import { Button } from '#client/ui/Button.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import './likes.css';

export interface LikeToggleProps {
  readonly isLiked: boolean;
  /** The label says what the button does, so the button has no pressed state for screen readers. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
}

/** A round heart button, animated once when something is liked. */
export function LikeToggle({ isLiked, label, isDisabled, onToggle }: LikeToggleProps) {
  const gate = useProfileGate();
  const [isBeating, setBeating] = useState(false);
  const toggle = (): void => {
    setBeating(!isLiked);
    onToggle();
  };
  return (
    <>
      <Button
        look="round"
        className={isLiked ? 'like like-given' : 'like'}
        onClick={gate.isNeeded ? gate.ask : toggle}
        disabled={isDisabled}
        aria-label={label}
      >
        <span className={isBeating ? 'heart heart-beat' : 'heart'} onAnimationEnd={() => setBeating(false)}>
          <HeartIcon />
        </span>
      </Button>
      {gate.dialog}
    </>
  );
}
