// The texts of notifications about cases, in every language.
import { expect, test } from 'vitest';
import { itemKinds, outcomes, reportReasons } from '#shared/rules/arbitration.ts';
import { languages } from '#shared/rules/languages.ts';
import { caseNewsText, type CaseNews } from './case-news.ts';
import { translatorFor } from './translators.ts';

const endsMs = Date.UTC(2026, 10, 24, 12);
const decisions: CaseNews[] = outcomes
  .filter((outcome) => outcome !== 'none')
  .flatMap((outcome) =>
    itemKinds.flatMap((item) => [
      { what: 'decided', outcome, item, reason: 'hate', endsMs, isAppeal: false } as const,
      { what: 'decided', outcome, item, reason: 'hate', endsMs, isAppeal: true } as const,
    ]),
  );
const byRule: CaseNews[] = reportReasons
  .filter((reason) => reason !== 'hate')
  .map((reason) => ({
    what: 'decided',
    outcome: 'warn',
    item: 'profile',
    reason,
    endsMs: null,
    isAppeal: false,
  }));
const all: CaseNews[] = [{ what: 'drawn' }, { what: 'report-decided' }, { what: 'revoked' }, ...decisions, ...byRule];

test.each(languages)('each kind of news has a text of its own in %s', (language) => {
  const texts = all.map((news) => caseNewsText(translatorFor(language), news));
  expect(new Set(texts).size).toBe(all.length);
  for (const text of texts) expect(text).not.toMatch(/[{}]|undefined/);
  if (language === 'en') return;
  const english = all.map((news) => caseNewsText(translatorFor('en'), news));
  expect(texts.filter((text) => english.includes(text))).toEqual([]);
});

test('a suspension names its end as the reader writes it', () => {
  const news = { what: 'decided', outcome: 'suspend', item: 'message', reason: 'hate', endsMs, isAppeal: false } as const;
  expect(caseNewsText(translatorFor('de'), news)).toBe(
    'Deine Nachricht hat gegen eine Regel verstoßen: Bis 24. Nov. 2026, 12:00 UTC sehen andere dich nicht, und du kannst ihnen nicht schreiben. Die Regel: „Alle dürfen sein, wie sie sind, ohne dafür abgewertet zu werden.“ Du kannst Einspruch einlegen.',
  );
});
