// The rules by which juries and administrators decide cases. They are folded on screens that show them below the cases.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { hasTwoColumns } from '#client/ui/split.ts';
import './cases.css';

export function CaseRules() {
  const [isOpen] = useState(hasTwoColumns);
  return (
    <section aria-label={t('How it works')} className="card case-card split-panel">
      <Disclosure look="case-rules" line={<h2>{t('How it works')}</h2>} open={isOpen}>
        <ul className="soft">
          <li>
            {t('Five members, chosen at random, decide on each report. They know neither side, live elsewhere and see no names.')}
          </li>
          <li>{t('More than half decide; a suspension needs three quarters. No one sees how they voted.')}</li>
          <li>{t('Members who don’t vote within two days are replaced.')}</li>
          <li>{t('With fewer than three votes, or fewer than five members to ask, an administrator decides.')}</li>
          <li>{t('The member concerned can appeal to an administrator once.')}</li>
          <li>{t('Every decision, and every view of something private, is recorded for good.')}</li>
        </ul>
      </Disclosure>
    </section>
  );
}
