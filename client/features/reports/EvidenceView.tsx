// The evidence of a case: texts as a conversation, pictures covered until they are opened.
import { useState } from 'react';
import type { Evidence } from '#shared/contract/reports.ts';
import { Button } from '#client/ui/Button.tsx';
import { EyeIcon } from '#client/ui/icons.tsx';
import { itemWords } from './case-words.ts';
import './cases.css';

export function EvidenceView({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return <p className="soft">There is nothing left to look at.</p>;
  return evidence.map((one, index) => (
    // Items have no id, and the list never changes while it is shown.
    <section key={index} className="evidence" aria-label={itemWords[one.kind]}>
      <h2>{itemWords[one.kind]}</h2>
      {one.said.length > 0 && (
        <ol className="evidence-said">
          {one.said.map(({ isReported, text }, at) => (
            <li key={at} className={isReported ? 'evidence-reported' : undefined}>
              <span className="soft small">{isReported ? 'The reported member' : 'The other member'}</span>
              <span className="evidence-text">{text}</span>
            </li>
          ))}
        </ol>
      )}
      {one.pictures.map((bytes, at) => (
        <CoveredPicture key={at} bytes={bytes} name={`Picture ${at + 1}`} />
      ))}
      {one.isIncomplete && <p className="soft small">A picture is still being copied. Look again in a minute.</p>}
      {one.words.map((words, at) => (
        <figure key={at} className="evidence-about">
          <figcaption className="soft small">Comment on the report</figcaption>
          <blockquote className="evidence-words">{words}</blockquote>
        </figure>
      ))}
    </section>
  ));
}

function CoveredPicture({ bytes, name }: { readonly bytes: string; readonly name: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <img className="evidence-picture" src={`data:image/webp;base64,${bytes}`} alt={name} />;
  return (
    <Button isWide onClick={() => setShown(true)}>
      <EyeIcon />
      Show {name.toLowerCase()}
    </Button>
  );
}
