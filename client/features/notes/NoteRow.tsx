// A note in the list: a link to the profile, or a card to edit it if the profile was deleted.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { Person } from '#client/people/Person.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { listTime } from '#client/ui/day-times.ts';
import { NoteFields } from './NoteFields.tsx';
import type { ShownNote } from './shown-notes.ts';
import { TagList } from './TagList.tsx';
import { useNote } from './use-note.ts';

export function NoteRow({ note }: { readonly note: ShownNote }) {
  if (note.profile === null) return <DeletedMemberNote note={note} />;
  return note.profile === undefined ? <UndeliveredNote note={note} /> : <NoteLink note={note} profile={note.profile} />;
}

/** A note that the server does not list yet. The name comes from the cached profile. */
function UndeliveredNote({ note }: { readonly note: ShownNote }) {
  const { data } = useQuery(profileQuery(note.aboutProfileId));
  const profileId = note.aboutProfileId;
  const profile = { profileId, session: null, profileName: data?.profilename ?? '', profilePicIds: data?.profilePicIds ?? [] };
  return <NoteLink note={note} profile={profile} />;
}

function NoteLink({ note, profile }: { readonly note: ShownNote; readonly profile: ReducedBrief }) {
  return (
    <Link to="/profile/$profileId" params={{ profileId: note.aboutProfileId }} className="card note-row">
      <span className="person">
        <Person profileId={note.aboutProfileId} name={profile.profileName} of={profile} line={useTimeOrState(note)} />
      </span>
      {note.bodyText !== '' && (
        <span className="note-text note-row-text" dir="auto">
          {note.bodyText}
        </span>
      )}
      <TagList tags={note.privateTags} />
    </Link>
  );
}

function DeletedMemberNote({ note }: { readonly note: ShownNote }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <section className="card note-row">
      <div>
        <h2>{t('A member who is no longer here')}</h2>
        <p className="soft small">{useTimeOrState(note)}</p>
      </div>
      {isEditing ? (
        <DeletedMemberFields aboutProfileId={note.aboutProfileId} />
      ) : (
        <>
          {note.bodyText !== '' && (
            <p className="note-text" dir="auto">
              {note.bodyText}
            </p>
          )}
          <TagList tags={note.privateTags} />
          <Button onClick={() => setEditing(true)}>{t('Edit')}</Button>
        </>
      )}
    </section>
  );
}

function DeletedMemberFields({ aboutProfileId }: { readonly aboutProfileId: string }) {
  return <NoteFields note={useNote(aboutProfileId)} />;
}

function useTimeOrState({ state, changedMs }: ShownNote): string {
  const today = useCurrentDay();
  if (state === 'stored') return listTime(changedMs, today);
  return state === 'failed' ? t('Not saved') : t('Waiting to be saved');
}
