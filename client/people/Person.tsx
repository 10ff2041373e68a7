// A row for a person: face, name and a line of text as one link, and further content at the end.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { faceTransitionFrom } from '#client/ui/face-transition.ts';
import { OnlineDot } from './OnlineDot.tsx';
import { Avatar, type AvatarProps } from './ProfilePicture.tsx';
import { ShownName } from './ShownName.tsx';
import './person.css';

export interface PersonProps {
  readonly profileId: string;
  /** The name, not shortened. Empty while it is not known. */
  readonly name: string;
  readonly of: AvatarProps['of'];
  /** Shown after the name. */
  readonly age?: number;
  readonly isOnline?: boolean;
  /** Loads the picture at once. */
  readonly isFirst?: boolean;
  /** A line of text below the name. */
  readonly line?: ReactNode;
}

export interface PersonRowProps extends PersonProps {
  /** The target of the link. The default is the profile. */
  readonly leadsTo?: 'profile' | 'chat';
  /** The id of a message in the conversation. */
  readonly hash?: string;
  /** Shown at the end as a part of the link, such as a time or a count. */
  readonly end?: ReactNode;
  /** Buttons after the link. */
  readonly children?: ReactNode;
  readonly isCurrent?: boolean;
  readonly className?: string;
}

/** Belongs in a list item. */
export function PersonRow({
  leadsTo = 'profile',
  hash,
  end,
  children,
  isCurrent = false,
  className = '',
  ...person
}: PersonRowProps) {
  const { profileId } = person;
  return (
    <div className={`person-row ${className}`}>
      <Link
        to={leadsTo === 'chat' ? '/chat/personal/$profileId' : '/profile/$profileId'}
        params={{ profileId }}
        hash={hash}
        className="person-link"
        aria-current={isCurrent ? 'page' : undefined}
        onClick={faceTransitionFrom(profileId)}
      >
        <Person {...person} />
        {end}
      </Link>
      {children}
    </div>
  );
}

/** The same content without a link, for a choice or a heading. */
export function Person({ profileId, name, of, age, isOnline = false, isFirst, line }: PersonProps) {
  return (
    <>
      <span className="has-dot">
        <Avatar of={of} name={name} profileId={profileId} sizes="64px" isFirst={isFirst} />
        {isOnline && <OnlineDot isNamed={false} />}
      </span>
      <span className="person-text">
        <span className="person-name" dir={age === undefined ? 'auto' : undefined}>
          <ShownName name={name} age={age} />
        </span>
        {/* Otherwise screen readers read the age and a distance as one number. */}
        {age !== undefined && <span className="visually-hidden">;</span>}
        {/* Comes after the name, so that screen readers read the name first. */}
        {isOnline && <span className="visually-hidden">{t('Online now')}</span>}
        {line !== undefined && (
          <span className="person-line" dir="auto">
            {line}
          </span>
        )}
      </span>
    </>
  );
}
