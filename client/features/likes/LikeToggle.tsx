// A button that likes something or removes the like, and asks for a profile if the member has none.
import { useProfileGate } from '#client/people/profile-gate.tsx';
import { Button } from '#client/ui/Button.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import './likes.css';

export interface LikeToggleProps {
  readonly isLiked: boolean;
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onToggle: () => void;
}

export function LikeToggle({ isLiked, label, isDisabled, onToggle }: LikeToggleProps) {
  const gate = useProfileGate();
  return (
    <>
      <Button
        look={isLiked ? 'plain' : 'main'}
        onClick={gate.isNeeded ? gate.ask : onToggle}
        disabled={isDisabled}
        aria-pressed={isLiked}
      >
        <span className={isLiked ? 'heart heart-full' : 'heart'}>
          <HeartIcon />
        </span>
        {label}
      </Button>
      {gate.dialog}
    </>
  );
}
