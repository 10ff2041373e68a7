// /notes: all private notes, newest first, with a search by text, tag and name. Notes about deleted members stay.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { PagesIcon } from '#client/ui/icons.tsx';
import { keptState } from '#client/ui/kept-state.ts';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Page } from '#client/ui/Page.tsx';
import { LoadingText, Skeleton, SkeletonPerson } from '#client/ui/Skeleton.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { NoteRow } from './NoteRow.tsx';
import { notesQuery } from './notes.queries.ts';
import { isNoteWrite, searchNotes, shownNotes } from './shown-notes.ts';
import './notes.css';

const pageSize = 40;

const useSearchText = keptState('');
const useVisibleCount = keptState(pageSize);

export function NotesScreen() {
  return (
    <Page title={t('Your Notes')} actions={<p className="soft small">{t('Only you see these.')}</p>}>
      <Notes />
    </Page>
  );
}

function Notes() {
  const { data, error, refetch } = useQuery(notesQuery(useOwnProfileId()));
  const writes = usePending(isNoteWrite);
  const notes = useMemo(() => shownNotes(data ?? [], writes), [data, writes]);
  const [searchText, setSearchText] = useSearchText();
  const [visibleCount, setVisibleCount] = useVisibleCount();
  if (data === undefined && notes.length === 0)
    return <QueryState error={error} refetch={refetch} skeleton={<NotesSkeleton />} />;
  if (notes.length === 0)
    return (
      <EmptyState icon={PagesIcon} text={t('No notes yet.')}>
        <p>{t('Open someone’s profile to write a note about them.')}</p>
        <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
          {t('Look around')}
        </Link>
      </EmptyState>
    );
  const found = searchNotes(notes, searchText);
  return (
    <>
      <div className="note-search">
        <TextField
          label={t('Search text, tags and names')}
          type="search"
          placeholder={t('Search text, tags and names')}
          value={searchText}
          onValue={setSearchText}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <p className="visually-hidden" role="status">
        {tCount(found.length, { one: 'One note', other: '# notes' })}
      </p>
      {found.length === 0 && <p className="soft">{t('No notes match your search.')}</p>}
      <ul className="note-rows">
        {found.slice(0, visibleCount).map((note) => (
          <li key={note.aboutProfileId}>
            <NoteRow note={note} />
          </li>
        ))}
      </ul>
      {found.length > visibleCount && (
        <LoadMore isLoading={false} isFailed={false} onMore={() => setVisibleCount(visibleCount + pageSize)} />
      )}
    </>
  );
}

function NotesSkeleton() {
  return (
    <>
      <LoadingText />
      <div className="note-search" aria-busy="true">
        <Skeleton shape="field" />
      </div>
      <div className="note-rows">
        {Array.from({ length: 4 }, (_, index) => (
          <div key={index} className="card note-row">
            <SkeletonPerson />
            <Skeleton />
            <Skeleton />
          </div>
        ))}
      </div>
    </>
  );
}
