// A note changed on two devices at once: both versions, and buttons to choose which one stays.
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TagList } from './TagList.tsx';
import { isEmpty, type NoteContent } from './note-content.ts';

export interface NoteConflictProps {
  readonly mine: NoteContent;
  readonly other: NoteContent;
  /** Null if both together are too long for a note. */
  readonly both: NoteContent | null;
  /** Null keeps the stored version. */
  readonly onSettle: (content: NoteContent | null) => Promise<void>;
}

export function NoteConflict({ mine, other, both, onSettle }: NoteConflictProps) {
  return (
    <div className="stack">
      <Notice tone="warning">This note was changed on another device too. Nothing is lost: choose which one to keep.</Notice>
      <Side title="From the other device" content={other} />
      <Side title="From this device" content={mine} />
      <div className="row">
        <Button look="main" onClick={() => void onSettle(both)} disabled={both === null}>
          Keep both
        </Button>
        <Button onClick={() => void onSettle(mine)}>Keep this device’s</Button>
        <Button onClick={() => void onSettle(null)}>Keep the other</Button>
      </div>
      {both === null && <p className="field-help">Together they are too long for one note.</p>}
    </div>
  );
}

function Side({ title, content }: { readonly title: string; readonly content: NoteContent }) {
  return (
    <section className="note-side">
      <h3>{title}</h3>
      {isEmpty(content) ? <p className="soft">Nothing</p> : <p className="note-text">{content.bodyText}</p>}
      <TagList tags={content.privateTags} />
    </section>
  );
}
