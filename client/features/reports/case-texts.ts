// Texts about cases: reasons, items, votes, outcomes and times. They are in English, and are translated where they are shown.
import type { CaseOutcome, ItemKind, ReportReason, Vote } from '#shared/rules/arbitration.ts';
import { shortDayAndTime } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';

export const reasonLabels = {
  harassment: 'Insults, stalks or pressures someone',
  hate: 'Puts people down for who they are',
  threat: 'Threatens, blackmails or exposes',
  'unwanted-picture': 'Unwanted sexual picture',
  minor: 'May be under 18',
  spam: 'Advertising, begging, or luring people to other sites',
  'false-identity': 'Pretends to be someone else',
  other: 'Something else',
} as const satisfies Record<ReportReason, string>;

export const itemLabels = {
  profile: 'Profile',
  picture: 'Picture',
  message: 'Message',
  broadcast: 'Broadcast message',
} as const satisfies Record<ItemKind, string>;

export const voteLabels = {
  none: 'No rule is broken',
  warn: 'Warn',
  hide: 'Hide it from others',
  suspend: 'Suspend for 72 hours',
  refer: 'An administrator should decide',
} as const satisfies Record<Vote, string>;

export const voteHelp = {
  none: 'Nothing happens.',
  warn: 'They get a warning that names the rule.',
  hide: 'They are warned, and others no longer see this.',
  suspend: 'They are hidden and can’t write to others for 72 hours.',
  refer: 'For a possible crime, or for something that five members can’t judge.',
} as const satisfies Record<Vote, string>;

export const outcomeTexts = {
  none: 'No rule was broken.',
  warn: 'A warning: please take care from now on.',
  hide: 'It is no longer shown to others.',
  suspend: 'Others don’t see you, and you can’t write to them.',
} as const satisfies Record<CaseOutcome, string>;

export const momentText = (ms: number): string => shortDayAndTime(ms, locale());
