// The text of a notification about a case.
import { utcDateAndTime } from '#shared/formats/times.ts';
import { ruleOf, type CaseOutcome, type ItemKind, type ReportReason } from '#shared/rules/arbitration.ts';
import type { Translator } from './translators.ts';

/** What a notification about a case says. It is stored, so that each reader gets it in their language. */
export type CaseNews =
  /** To a member of the jury. */
  | { readonly what: 'drawn' }
  /** To a member who reported. */
  | { readonly what: 'report-decided' }
  /** To the member concerned. */
  | { readonly what: 'revoked' }
  | {
      readonly what: 'decided';
      readonly outcome: Exclude<CaseOutcome, 'none'>;
      readonly item: ItemKind;
      readonly reason: ReportReason;
      /** The end of a suspension. */
      readonly endsMs: number | null;
      readonly isAppeal: boolean;
    };

export function caseNewsText({ t, locale }: Translator, news: CaseNews): string {
  if (news.what === 'drawn') return t('You are one of five members who are asked to decide a case. Your vote is secret.');
  if (news.what === 'report-decided') return t('Your report has been decided.');
  if (news.what === 'revoked') return t('Your appeal was successful: the decision about you is revoked.');
  const { outcome, item, reason, endsMs, isAppeal } = news;
  const effect = {
    warn: () => warned(t)[item],
    hide: () => hidden(t)[item],
    suspend: () => suspended(t, utcDateAndTime(endsMs ?? 0, locale))[item],
  }[outcome]();
  return [
    ...(isAppeal ? [t('Your appeal is decided.')] : []),
    effect,
    t('The rule: “{rule}”', { rule: t(ruleOf[reason]) }),
    isAppeal ? t('This is final.') : t('You can appeal.'),
  ].join(' ');
}

type ByItem = Readonly<Record<ItemKind, string>>;

const warned = (t: Translator['t']): ByItem => ({
  profile: t('The text of your profile broke a rule: take care from now on.'),
  picture: t('Your picture broke a rule: take care from now on.'),
  message: t('Your message broke a rule: take care from now on.'),
  broadcast: t('Your message to the area broke a rule: take care from now on.'),
});

const hidden = (t: Translator['t']): ByItem => ({
  profile: t('The text of your profile broke a rule and is no longer shown to others.'),
  picture: t('Your picture broke a rule and is no longer shown to others.'),
  message: t('Your message broke a rule and is no longer shown to others.'),
  broadcast: t('Your message to the area broke a rule and is no longer shown to others.'),
});

const suspended = (t: Translator['t'], time: string): ByItem => ({
  profile: t('The text of your profile broke a rule: until {time} others don’t see you and you can’t write to them.', { time }),
  picture: t('Your picture broke a rule: until {time} others don’t see you and you can’t write to them.', { time }),
  message: t('Your message broke a rule: until {time} others don’t see you and you can’t write to them.', { time }),
  broadcast: t('Your message to the area broke a rule: until {time} others don’t see you and you can’t write to them.', { time }),
});
