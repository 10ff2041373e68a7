// The text and tags of a note. They are saved when a field loses the focus. Also shows the state of saving, and conflicts.
import { t } from '#client/device/texts.ts';
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
  const { data: allNotes } = useQuery(notesQuery(useOwnProfileId()));
  const suggestions = useMemo(() => tagsByUse(allNotes ?? []), [allNotes]);
  if (note.isLoading) return <Skeleton shape="card" />;
  if (conflict !== null && conflict.other !== null)
    return <NoteConflict {...conflict} other={conflict.other} onResolve={note.resolve} />;
  const setTags = (privateTags: readonly string[]): void => {
    change({ privateTags });
    save({ privateTags });
  };
  return (
    <div className="stack">
      {note.hasLoadFailed && (
        <Notice tone="warning" isStatic>
          {t('Your note couldn’t be loaded. What you write now won’t replace a note you may already have.')}
        </Notice>
      )}
      <TextArea
        label={t('Note')}
        maxLength={limits.maxTextLength}
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
function NoteState({ note: { isSaved, isSaving, error, refusal, conflict, resolve, retry } }: { readonly note: Note }) {
  const { isLost } = useStore(reachability);
  return (
    <div className="note-state">
      <p className="note-save-state soft small" role="status">
        {isSaving && isLost ? t('Saved on this device until you’re online.') : isSaved && t('Saved')}
      </p>
      {conflict !== null && (
        <Notice tone="warning">
          <p>{t('This note was changed on another device too. You can choose a version once you’re online.')}</p>
          <Button onClick={() => void retry()}>{t('Try again')}</Button>
        </Notice>
      )}
      {error !== null && <Notice tone="error">{error}</Notice>}
      {refusal !== null && (
        <Notice tone="error">
          <p>{refusal.code === 'not-found' ? t('This member is no longer here, so your note wasn’t saved.') : refusal.message}</p>
          <div className="row">
            {refusal.entryId !== null && <Button onClick={() => void retry()}>{t('Try again')}</Button>}
            <Button look="quiet" onClick={() => void resolve(null)}>
              {t('Discard')}
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}
