// The direction of texts in the evidence, which members wrote in any language.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Evidence } from '#shared/contract/reports.ts';
import { EvidenceView } from './EvidenceView.tsx';

test('each text of a member has its own direction', () => {
  const evidence: Evidence = {
    kind: 'message',
    said: [{ isReported: true, text: 'مرحبا!' }],
    pictures: [],
    words: ['توقف!'],
    isIncomplete: false,
  };
  const markup = renderToStaticMarkup(<EvidenceView evidence={[evidence]} />);
  expect(markup).toContain('<span class="evidence-text" dir="auto">مرحبا!</span>');
  expect(markup).toContain('<blockquote class="evidence-words" dir="auto">توقف!</blockquote>');
});
