// The private note on a member's profile. It is collapsed while it is empty.
import { useState } from 'react';
import { isEmpty } from './note-content.ts';
import { NoteFields } from './NoteFields.tsx';
import { useNote } from './use-note.ts';
import './notes.css';

export function NoteEditor({ aboutProfileId }: { readonly aboutProfileId: string }) {
  const note = useNote(aboutProfileId);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const hasContent = !isEmpty(note.content) || note.conflict !== null || note.refusal !== null;
  return (
    <details className="note" open={isOpen ?? hasContent} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Private note</h2>
        <span className="soft small">Only you see this</span>
      </summary>
      {(isOpen ?? hasContent) && <NoteFields note={note} />}
    </details>
  );
}
