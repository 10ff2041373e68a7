// Chooses among the own public pictures.
import { Link } from '@tanstack/react-router';
import { limits } from '#shared/rules/limits.ts';
import { ProfilePicture } from '#client/features/profiles/ProfilePicture.tsx';
import { useOwnProfile } from '#client/features/profiles/profiles.queries.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, PictureIcon } from '#client/ui/icons.tsx';

export interface PictureChooserProps {
  readonly chosen: readonly string[];
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PictureChooser({ onClose, ...rest }: PictureChooserProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Your public pictures">
      <Choices {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Choices({ chosen, onChoose, onClose }: PictureChooserProps) {
  const { profile } = useOwnProfile();
  const ids = profile?.profilePicIds ?? [];
  const isFull = chosen.length >= limits.picturesPerMessage;
  if (ids.length === 0)
    return (
      <EmptyState icon={PictureIcon} text="No public pics">
        <Link to="/profilePicUpload" replace className={buttonClass({ look: 'main' })}>
          Add pictures
        </Link>
      </EmptyState>
    );
  const toggle = (id: string): void => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      <ul className="picture-choices">
        {ids.map((id, index) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={chosen.includes(id)}
              aria-label={`Picture ${index + 1}`}
              disabled={isFull && !chosen.includes(id)}
              onClick={() => toggle(id)}
            >
              <ProfilePicture id={id} name="" sizes="130px" of={profile} />
              {chosen.includes(id) && <CheckIcon />}
            </button>
          </li>
        ))}
      </ul>
      {isFull && <p className="soft small">A message takes {limits.picturesPerMessage} pictures.</p>}
      <Button look="main" isWide onClick={onClose}>
        {chosen.length === 0 ? 'Close' : `Add ${chosen.length === 1 ? '1 picture' : `${chosen.length} pictures`}`}
      </Button>
    </>
  );
}
