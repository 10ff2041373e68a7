// A dialog to attach pictures of the profile to a message. It offers private ones only if the message has a single recipient.
import { t, tCount } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
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
import './chat-pictures.css';

export interface PictureChooserProps {
  readonly selected: readonly string[];
  /** The recipient of private pictures. It is null if only public pictures are offered. */
  readonly recipientName: string | null;
  readonly onSelect: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

export function PictureChooser({ onClose, ...rest }: PictureChooserProps) {
  return (
    <Dialog isOpen onClose={onClose} title={rest.recipientName === null ? t('Your public pictures') : t('Your pictures')}>
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
      <EmptyState icon={PictureIcon} text={t('No public pics')}>
        <Link to="/profilePicUpload" replace className={buttonClass({ look: 'main' })}>
          {t('Add pictures')}
        </Link>
      </EmptyState>
    );
  const toggle = (id: string): void =>
    onSelect(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  const group = { profile, selected, isFull, onToggle: toggle };
  return (
    <>
      <PictureGroup {...group} ids={publicIds} isPrivate={false} />
      {recipientName !== null && privateIds.length > 0 && isNsfwShown && (
        <>
          <p className="soft small">
            {t('Private pictures: {name} sees those you choose here, until you take them back.', { name: recipientName })}
          </p>
          <PictureGroup {...group} ids={privateIds} isPrivate />
        </>
      )}
      {privateIds.length > 0 && !isNsfwShown && (
        <p className="soft small">{t('Your private pictures are hidden because NSFW pictures are turned off.')}</p>
      )}
      {isFull && (
        <p className="soft small">
          {tCount(limits.picturesPerMessage, {
            one: 'A message can have up to # picture.',
            other: 'A message can have up to # pictures.',
          })}
        </p>
      )}
      <Button look="main" isWide onClick={onClose}>
        {selected.length === 0 ? t('Close') : tCount(selected.length, { one: 'Add # picture', other: 'Add # pictures' })}
      </Button>
    </>
  );
}

interface PictureGroupProps {
  readonly ids: readonly string[];
  readonly isPrivate: boolean;
  readonly profile: Profile | undefined;
  readonly selected: readonly string[];
  readonly isFull: boolean;
  readonly onToggle: (id: string) => void;
}

function PictureGroup({ ids, isPrivate, profile, selected, isFull, onToggle }: PictureGroupProps) {
  return (
    <ul className="picture-choices">
      {ids.map((id, index) => (
        <li key={id}>
          <button
            type="button"
            className="picture-button"
            aria-pressed={selected.includes(id)}
            aria-label={
              isPrivate
                ? t('Private picture {number}', { number: numberText(index + 1, locale()) })
                : t('Picture {number}', { number: numberText(index + 1, locale()) })
            }
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
