// /notes: all private notes, newest first, with search by word, tag and name; notes about deleted members stay.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { PagesIcon } from '#client/ui/icons.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { NoteRow } from './NoteRow.tsx';
import { notesQuery } from './notes.queries.ts';
import { foundNotes, isNoteWrite, shownNotes } from './shown-notes.ts';
import './notes.css';

const rowsAtOnce = 40;

export function NotesScreen() {
  return (
    <Page title="Your Notes" width="reading">
      <p className="soft">Only you see these.</p>
      <Notes />
    </Page>
  );
}

function Notes() {
  const { data, error, refetch } = useQuery(notesQuery(useOwnProfileId()));
  const writes = usePending(isNoteWrite);
  const notes = useMemo(() => shownNotes(data ?? [], writes), [data, writes]);
  const [searched, setSearched] = useState('');
  const [most, setMost] = useState(rowsAtOnce);
  if (data === undefined && notes.length === 0)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <Skeletons count={3} />
      </NotLoaded>
    );
  if (notes.length === 0)
    return (
      <EmptyState icon={PagesIcon} text="No notes yet.">
        <p>Open somebody’s profile to write a note about them.</p>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          Look around
        </Link>
      </EmptyState>
    );
  const found = foundNotes(notes, searched);
  return (
    <>
      <TextField
        label="Search words, tags and names"
        type="search"
        value={searched}
        onValue={setSearched}
        autoComplete="off"
        enterKeyHint="search"
      />
      <p className="visually-hidden" role="status">
        {found.length === 1 ? 'One note' : `${found.length} notes`}
      </p>
      {found.length === 0 && <p className="soft">No note has these words.</p>}
      <ul className="note-rows">
        {found.slice(0, most).map((note) => (
          <li key={note.aboutProfileId}>
            <NoteRow note={note} />
          </li>
        ))}
      </ul>
      {found.length > most && <LoadMore isLoading={false} onMore={() => setMost(most + rowsAtOnce)} />}
    </>
  );
}
