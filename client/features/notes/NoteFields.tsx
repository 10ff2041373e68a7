// Text and tags of a note, saved on blur, with its save state and conflicts.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useStore } from '#client/device/store.ts';
import { TextArea } from '#client/ui/TextArea.tsx';
import { NoteConflict } from './NoteConflict.tsx';
import { notesQuery } from './notes.queries.ts';
import { tagsByUse } from './shown-notes.ts';
import { TagEditor } from './TagEditor.tsx';
import type { Note } from './use-note.ts';
import './notes.css';

export function NoteFields({ note }: { readonly note: Note }) {
  const { content, change, save, conflict } = note;
  const { data: all } = useQuery(notesQuery(useOwnProfileId()));
  const suggestions = useMemo(() => tagsByUse(all ?? []), [all]);
  if (note.isLoading) return <Skeleton shape="card" />;
  if (conflict !== null && conflict.other !== null)
    return <NoteConflict {...conflict} other={conflict.other} onSettle={note.settle} />;
  const setTags = (privateTags: readonly string[]): void => {
    change({ privateTags });
    save({ privateTags });
  };
  return (
    <div className="stack">
      {note.isUnknown && (
        <Notice tone="warning" isStill>
          This note could not be loaded. What you write now won’t replace a note you may have already.
        </Notice>
      )}
      <TextArea
        label="Note"
        most={limits.maxTextLength}
        value={content.bodyText}
        onValue={(bodyText) => change({ bodyText })}
        onBlur={() => save()}
      />
      <TagEditor tags={content.privateTags} suggestions={suggestions} onTags={setTags} />
      <NoteState note={note} />
    </div>
  );
}

/** The state of the last save. */
function NoteState({ note: { isSaved, isUnderWay, trouble, refused, conflict, settle, retry } }: { readonly note: Note }) {
  const { isLost } = useStore(reachability);
  return (
    <div className="note-state">
      <p className="note-word soft small" role="status">
        {isUnderWay && isLost ? 'Saved on this device until you are online.' : isSaved && 'Saved'}
      </p>
      {conflict !== null && (
        <Notice tone="warning">
          <p>This note was changed on another device too. You can choose between both once you are online.</p>
          <Button onClick={() => void retry()}>Try again</Button>
        </Notice>
      )}
      {trouble !== null && <Notice tone="error">{trouble}</Notice>}
      {refused !== null && (
        <Notice tone="error">
          <p>{refused.code === 'not-found' ? 'This member is no longer here, so the note was not saved.' : refused.message}</p>
          <div className="row">
            {refused.entryId !== null && <Button onClick={() => void retry()}>Try again</Button>}
            <Button look="quiet" onClick={() => void settle(null)}>
              Discard
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
