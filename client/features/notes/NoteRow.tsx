// One note in the list: it leads to the profile, and where there is none any more it can be read and changed in its place.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from '#client/features/profiles/ProfilePicture.tsx';
import { profileQuery } from '#client/features/profiles/profiles.queries.ts';
import { NoteFields } from './NoteFields.tsx';
import type { ShownNote } from './shown-notes.ts';
import { TagList } from './TagList.tsx';
import { useNote } from './use-note.ts';

export function NoteRow({ note }: { readonly note: ShownNote }) {
  if (note.profile === null) return <NoteOfGone aboutProfileId={note.aboutProfileId} />;
  return note.profile === undefined ? <NoteOfUnlisted note={note} /> : <NoteLink note={note} profile={note.profile} />;
}

/** Only this device knows of the note yet: the name comes from the profile. */
function NoteOfUnlisted({ note }: { readonly note: ShownNote }) {
  const { data } = useQuery(profileQuery(note.aboutProfileId));
  const profileId = note.aboutProfileId;
  const profile = { profileId, session: null, profileName: data?.profilename ?? '', profilePicIds: data?.profilePicIds ?? [] };
  return <NoteLink note={note} profile={profile} />;
}

function NoteLink({ note, profile }: { readonly note: ShownNote; readonly profile: ReducedBrief }) {
  const name = shownName(profile.profileName, limits.profileNameShown) || 'Member';
  return (
    <Link to="/profile/$profileId" params={{ profileId: note.aboutProfileId }} className="card note-row">
      <span className="note-row-head">
        <ProfilePicture id={profile.profilePicIds[0]} name={name} sizes="44px" isAvatar />
        <span className="grow">
          <span className="note-row-name" title={profile.profileName}>
            {name}
          </span>
          <span className="soft small">
            {note.state === 'stored' ? day.format(note.changedMs) : note.state === 'failed' ? 'Not saved' : 'Waiting to be saved'}
          </span>
        </span>
      </span>
      {note.bodyText !== '' && <span className="note-text note-row-text">{note.bodyText}</span>}
      <TagList tags={note.privateTags} />
    </Link>
  );
}

function NoteOfGone({ aboutProfileId }: { readonly aboutProfileId: string }) {
  const note = useNote(aboutProfileId);
  return (
    <section className="card">
      <h2>Somebody who is no longer here</h2>
      <NoteFields note={note} />
    </section>
  );
}

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
