// Texts about cases: reasons, items, votes, outcomes and times.
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';
import { shortDayAndTime } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

export const reasonLabels: Readonly<Record<ReportReason, string>> = {
  harassment: 'Insults, stalks or pressures someone',
  hate: 'Puts people down for who they are',
  threat: 'Threatens, blackmails or exposes',
  'unwanted-picture': 'Unwanted sexual picture',
  minor: 'May be under 18',
  spam: 'Advertising, begging, or luring people to other sites',
  'false-identity': 'Pretends to be someone else',
  other: 'Something else',
};

export const itemLabels: Readonly<Record<ItemKind, string>> = {
  profile: 'Profile',
  picture: 'Picture',
  message: 'Message',
  broadcast: 'Broadcast message',
};

export const voteLabels: Readonly<Record<Vote, string>> = {
  none: 'No rule is broken',
  warn: 'Warn',
  hide: 'Hide it from others',
  suspend: 'Suspend for 72 hours',
  refer: 'An administrator should decide',
};

export const voteHelp: Readonly<Record<Vote, string>> = {
  none: 'Nothing happens.',
  warn: 'They get a warning that names the rule.',
  hide: 'They are warned, and others no longer see this.',
  suspend: 'They are hidden and can’t write to others for 72 hours.',
  refer: 'For a possible crime, or for something that five members can’t judge.',
};

export const outcomeTexts: Readonly<Record<CaseOutcome, string>> = {
  none: 'No rule was broken.',
  warn: 'A warning: please take care from now on.',
  hide: 'It is no longer shown to others.',
  suspend: 'Others don’t see you, and you can’t write to them.',
};

export const momentText = (ms: number): string => shortDayAndTime(ms, locale());
