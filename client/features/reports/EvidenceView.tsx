// The evidence of a case: texts as a conversation, and pictures that are covered until they are opened.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { useState } from 'react';
import type { Evidence } from '#shared/contract/reports.ts';
import { Button } from '#client/ui/Button.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { EyeIcon } from '#client/ui/icons.tsx';
import { itemLabels } from './case-texts.ts';
import './cases.css';

export function EvidenceView({ evidence }: { readonly evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return <p className="soft">{t('The reported content no longer exists.')}</p>;
  return evidence.map((item, index) => (
    // Items have no id, but the list stays the same while it is shown.
    <section key={index} className="evidence" aria-label={t(itemLabels[item.kind])}>
      <h2>{t(itemLabels[item.kind])}</h2>
      {item.said.length > 0 && (
        <ol className="evidence-said">
          {item.said.map(({ isReported, text }, at) => (
            <li key={at} className={isReported ? 'evidence-reported' : undefined}>
              <span className="soft small">{isReported ? t('The reported member') : t('The other member')}</span>
              <span className="evidence-text" dir="auto">
                {text}
              </span>
            </li>
          ))}
        </ol>
      )}
      {item.pictures.map((bytes, at) => (
        <CoveredPicture key={at} bytes={bytes} number={numberText(at + 1, locale())} />
      ))}
      {item.isIncomplete && <p className="soft small">{t('A picture is still being copied. Check again in a minute.')}</p>}
      {item.words.map((comment, at) => (
        <figure key={at} className="evidence-about">
          <figcaption className="soft small">{t('Comment on the report')}</figcaption>
          <blockquote className="evidence-words" dir="auto">
            {comment}
          </blockquote>
        </figure>
      ))}
    </section>
  ));
}

function CoveredPicture({ bytes, number }: { readonly bytes: string; readonly number: string }) {
  const [isShown, setShown] = useState(false);
  if (isShown)
    return (
      <img
        className="evidence-picture"
        src={`data:image/webp;base64,${bytes}`}
        alt={t('Picture {number}', { number })}
        tabIndex={-1}
        ref={focusNow}
      />
    );
  return (
    <Button isWide onClick={() => setShown(true)}>
      <EyeIcon />
      {t('Show picture {number}', { number })}
    </Button>
  );
}
