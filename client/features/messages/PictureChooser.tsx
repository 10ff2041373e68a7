// A dialog to attach pictures of the profile to a message. It offers private ones only if the message has a single recipient.
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import { counted } from '#shared/formats/words.ts';
import { limits } from '#shared/rules/limits.ts';
import { locale } from '#client/device/locale.ts';
import { showNsfw } from '#client/device/storage.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { CheckIcon, PictureIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';

export interface PictureChooserProps {
  readonly selected: readonly string[];
  /** The recipient of private pictures. It is null if only public pictures are offered. */
  readonly recipientName: string | null;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PictureChooser({ onClose, ...rest }: PictureChooserProps) {
  return (
    <Dialog isOpen onClose={onClose} title={rest.recipientName === null ? 'Your public pictures' : 'Your pictures'}>
      <PictureChoices {...rest} onClose={onClose} />
    </Dialog>
  );
}

function PictureChoices({ selected, recipientName, onSelect, onClose }: PictureChooserProps) {
  const { profile } = useOwnProfile();
  const isNsfwShown = useStore(showNsfw);
  const publicIds = profile?.profilePicIds ?? [];
  const privateIds = recipientName === null ? [] : (profile?.profilePicIdsPrivate ?? []);
  const isFull = selected.length >= limits.picturesPerMessage;
  if (publicIds.length === 0 && privateIds.length === 0)
    return (
      <EmptyState icon={PictureIcon} text="No public pics">
        <Link to="/profilePicUpload" replace className={buttonClass({ look: 'main' })}>
          Add pictures
        </Link>
      </EmptyState>
    );
  const toggle = (id: string): void =>
    onSelect(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  const group = { profile, selected, isFull, onToggle: toggle };
  return (
    <>
      <PictureGroup {...group} ids={publicIds} name="Picture" />
      {privateIds.length > 0 && isNsfwShown && (
        <>
          <p className="soft small">
            Private pictures: only {recipientName} sees those you choose here, until you withdraw them.
          </p>
          <PictureGroup {...group} ids={privateIds} name="Private picture" isPrivate />
        </>
      )}
      {privateIds.length > 0 && !isNsfwShown && (
        <p className="soft small">Your private pictures are hidden because NSFW pictures are turned off.</p>
      )}
      {isFull && <p className="soft small">A message can have up to {limits.picturesPerMessage} pictures.</p>}
      <Button look="main" isWide onClick={onClose}>
        {selected.length === 0 ? 'Close' : counted(selected.length, { one: 'Add # picture', other: 'Add # pictures' }, locale())}
      </Button>
    </>
  );
}

interface PictureGroupProps {
  readonly ids: readonly string[];
  /** The accessible name of the pictures, without their number. */
  readonly name: string;
  readonly isPrivate?: boolean;
  readonly profile: Profile | undefined;
  readonly selected: readonly string[];
  readonly isFull: boolean;
  readonly onToggle: (id: string) => void;
}

function PictureGroup({ ids, name, isPrivate = false, profile, selected, isFull, onToggle }: PictureGroupProps) {
  return (
    <ul className="picture-choices">
      {ids.map((id, index) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={selected.includes(id)}
            aria-label={`${name} ${index + 1}`}
            disabled={isFull && !selected.includes(id)}
            onClick={() => onToggle(id)}
          >
            <ProfilePicture id={id} name="" sizes="130px" of={profile} isPrivate={isPrivate} />
            {selected.includes(id) && <CheckIcon />}
          </button>
        </li>
      ))}
    </ul>
  );
}
