// The private note on a member's profile. It is collapsed while it is empty.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { isEmpty } from './note-content.ts';
import { NoteFields } from './NoteFields.tsx';
import { useNote } from './use-note.ts';
import './notes.css';

export function NoteEditor({ aboutProfileId }: { readonly aboutProfileId: string }) {
  const note = useNote(aboutProfileId);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const hasContent = !isEmpty(note.content) || note.conflict !== null || note.refusal !== null;
  return (
    <Disclosure
      look="note"
      line={
        <>
          <h2>{t('Private note')}</h2>
          <span className="soft small">{t('Only you see this')}</span>
        </>
      }
      open={isOpen ?? hasContent}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {(isOpen ?? hasContent) && <NoteFields note={note} />}
    </Disclosure>
  );
}
