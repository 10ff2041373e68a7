// The texts of the rows under "New for you".
import { t, tCount } from '#client/device/texts.ts';
import type { Waiting } from '#shared/contract/home.ts';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { commaSeparated, listed } from '#shared/formats/words.ts';
import { shownName } from '#shared/rules/letters.ts';
import { waitingTexts } from '#client/features/games/waiting.queries.ts';
import { locale } from '#client/device/locale.ts';

export interface Face {
  readonly profileId: string;
  readonly name: string;
  readonly pictureId: string | undefined;
  readonly placeholder: string | undefined;
}

export interface NewConversation {
  readonly peer: string;
  readonly name: string | null;
  readonly pictureId: string | undefined;
  readonly placeholder?: string | undefined;
  readonly preview: string;
  readonly unread: number;
}

export interface NewsText {
  /** At most three faces. */
  readonly faces: readonly Face[];
  readonly title: string;
  readonly line: string;
  readonly count: number;
  readonly to: string;
  readonly params?: { readonly profileId: string };
}

const facesInPile = 3;
const noNews = { faces: [], count: 0 } as const;

/** Shows the newest message. The row opens a single conversation directly, and the list for several. */
export function messageNews(conversations: readonly NewConversation[]): NewsText {
  const [newest, ...others] = conversations;
  if (newest === undefined)
    return { ...noNews, title: t('No new messages'), line: t('Say hello to someone near you'), to: '/search/tile' };
  const names = conversations.map(({ name }) => nameOf(name));
  const faces = conversations.slice(0, facesInPile).map(({ peer, name, pictureId, placeholder }) => ({
    profileId: peer,
    name: nameOf(name),
    pictureId,
    placeholder,
  }));
  const count = conversations.reduce((total, { unread }) => total + unread, 0);
  const to =
    others.length > 0 ? { to: '/chat/personal' } : { to: '/chat/personal/$profileId', params: { profileId: newest.peer } };
  return { faces, count, title: summarized(names), line: newest.preview, ...to };
}

export function likesNews(likes: readonly ProfileLikeListed[]): NewsText {
  if (likes.length === 0)
    return { ...noNews, title: t('No new likes'), line: t('A new picture of you helps'), to: '/profileEdit' };
  const faces = likes.slice(0, facesInPile).map(({ profile }) => ({
    profileId: profile.profileId,
    name: nameOf(profile.profileName),
    pictureId: profile.profilePicIds[0],
    placeholder: profile.picPlaceholders?.[0],
  }));
  const names = likes.map(({ profile }) => nameOf(profile.profileName));
  return {
    faces,
    count: likes.length,
    title: summarized(names),
    line: tCount(likes.length, { one: 'Likes you', other: 'Like you' }),
    to: '/likes/profilelikedyou',
  };
}

/** The row opens what is most urgent: cases have a deadline, and people come before pictures. */
export function waitingNews({ cases, hellos, crops }: Waiting): NewsText {
  const things = [
    { count: cases, text: waitingTexts.cases(cases), to: '/games/arbitration' },
    { count: hellos, text: waitingTexts.hellos(hellos), to: '/chat/personal' },
    { count: crops, text: waitingTexts.crops(crops), to: '/games/photocrop' },
  ].filter(({ count }) => count > 0);
  const [first] = things;
  if (first === undefined)
    return { ...noNews, title: t('You’re all caught up'), line: t('Play, or welcome someone new'), to: '/games' };
  const line = commaSeparated(
    things.map(({ text }) => text),
    locale(),
  );
  return { faces: [], count: cases + hellos + crops, title: t('Waiting for you'), line, to: first.to };
}

const nameOf = (name: string | null): string => shownName(name ?? '') || t('Member');

/** For example "Ada", "Ada and Ben", or "Ada and 2 more". */
function summarized(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length <= 2) return listed(names, locale());
  return tCount(names.length - 1, { one: '{name} and # more', other: '{name} and # more' }, { name: first });
}
