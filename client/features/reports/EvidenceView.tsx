// The evidence of a case: texts as a conversation, and pictures that are covered until they are opened.
import { useState } from 'react';
import type { Evidence } from '#shared/contract/reports.ts';
import { Button } from '#client/ui/Button.tsx';
import { EyeIcon } from '#client/ui/icons.tsx';
import { itemLabels } from './case-texts.ts';
import './cases.css';

export function EvidenceView({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return <p className="soft">The reported content no longer exists.</p>;
  return evidence.map((item, index) => (
    // Items have no id, but the list stays the same while it is shown.
    <section key={index} className="evidence" aria-label={itemLabels[item.kind]}>
      <h2>{itemLabels[item.kind]}</h2>
      {item.said.length > 0 && (
        <ol className="evidence-said">
          {item.said.map(({ isReported, text }, at) => (
            <li key={at} className={isReported ? 'evidence-reported' : undefined}>
              <span className="soft small">{isReported ? 'The reported member' : 'The other member'}</span>
              <span className="evidence-text">{text}</span>
            </li>
          ))}
        </ol>
      )}
      {item.pictures.map((bytes, at) => (
        <CoveredPicture key={at} bytes={bytes} name={`Picture ${at + 1}`} />
      ))}
      {item.isIncomplete && <p className="soft small">A picture is still being copied. Check again in a minute.</p>}
      {item.words.map((comment, at) => (
        <figure key={at} className="evidence-about">
          <figcaption className="soft small">Comment on the report</figcaption>
          <blockquote className="evidence-words">{comment}</blockquote>
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
