// A dialog to attach own pictures to a message; private ones only to a single recipient.
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { showNsfw } from '#client/device/storage.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, PictureIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';

export interface PictureChooserProps {
  readonly chosen: readonly string[];
  /** The recipient who would see private ones; null where only public ones are offered. */
  readonly privateFor: string | null;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PictureChooser({ onClose, ...rest }: PictureChooserProps) {
  return (
    <Dialog isOpen onClose={onClose} title={rest.privateFor === null ? 'Your public pictures' : 'Your pictures'}>
      <Choices {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Choices({ chosen, privateFor, onChoose, onClose }: PictureChooserProps) {
  const { profile } = useOwnProfile();
  const isNsfwShown = useStore(showNsfw);
  const publicIds = profile?.profilePicIds ?? [];
  const privateIds = privateFor === null ? [] : (profile?.profilePicIdsPrivate ?? []);
  const isFull = chosen.length >= limits.picturesPerMessage;
  if (publicIds.length === 0 && privateIds.length === 0)
    return (
      <EmptyState icon={PictureIcon} text="No public pics">
        <Link to="/profilePicUpload" replace className={buttonClass({ look: 'main' })}>
          Add pictures
        </Link>
      </EmptyState>
    );
  const toggle = (id: string): void => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const group = { profile, chosen, isFull, onToggle: toggle };
  return (
    <>
      <PictureGroup {...group} ids={publicIds} name="Picture" />
      {privateIds.length > 0 && isNsfwShown && (
        <>
          <p className="soft small">Private pictures: only {privateFor} sees what you choose here, until you take it back.</p>
          <PictureGroup {...group} ids={privateIds} name="Private picture" isPrivate />
        </>
      )}
      {privateIds.length > 0 && !isNsfwShown && (
        <p className="soft small">Your private pictures are hidden: NSFW pictures are switched off.</p>
      )}
      {isFull && <p className="soft small">A message can have up to {limits.picturesPerMessage} pictures.</p>}
      <Button look="main" isWide onClick={onClose}>
        {chosen.length === 0 ? 'Close' : `Add ${chosen.length === 1 ? '1 picture' : `${chosen.length} pictures`}`}
      </Button>
    </>
  );
}

interface PictureGroupProps {
  readonly ids: readonly string[];
  /** The accessible name of a picture, before its number. */
  readonly name: string;
  readonly isPrivate?: boolean;
  readonly profile: Profile | undefined;
  readonly chosen: readonly string[];
  readonly isFull: boolean;
  readonly onToggle: (id: string) => void;
}

function PictureGroup({ ids, name, isPrivate = false, profile, chosen, isFull, onToggle }: PictureGroupProps) {
  return (
    <ul className="picture-choices">
      {ids.map((id, index) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={chosen.includes(id)}
            aria-label={`${name} ${index + 1}`}
            disabled={isFull && !chosen.includes(id)}
            onClick={() => onToggle(id)}
          >
            <ProfilePicture id={id} name="" sizes="130px" of={profile} isPrivate={isPrivate} />
            {chosen.includes(id) && <CheckIcon />}
          </button>
        </li>
      ))}
    </ul>
  );
}
