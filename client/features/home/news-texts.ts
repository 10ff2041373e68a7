// The texts of the rows under "New for you".
import type { Waiting } from '#shared/contract/home.ts';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { counted, listed } from '#shared/formats/words.ts';
import { shownName } from '#shared/rules/text.ts';
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
const quiet = { faces: [], count: 0 } as const;

/** The row opens a single conversation itself. For several it opens the list. */
export function messageNews(conversations: readonly NewConversation[]): NewsText {
  const [newest, ...others] = conversations;
  if (newest === undefined)
    return { ...quiet, title: 'No new messages', line: 'Say hello to someone near you', to: '/search/tile' };
  const names = conversations.map(({ name }) => nameOf(name));
  const faces = conversations.slice(0, facesInPile).map(({ peer, name, pictureId, placeholder }) => ({
    profileId: peer,
    name: nameOf(name),
    pictureId,
    placeholder,
  }));
  const count = conversations.reduce((total, { unread }) => total + unread, 0);
  if (others.length > 0)
    return {
      faces,
      count,
      title: summarized(names),
      line: counted(count, { one: '# new message', other: '# new messages' }, locale()),
      to: '/chat/personal',
    };
  const to = { to: '/chat/personal/$profileId', params: { profileId: newest.peer } };
  return { faces, count, title: summarized(names), line: newest.preview, ...to };
}

export function likesNews(likes: readonly ProfileLikeListed[]): NewsText {
  if (likes.length === 0) return { ...quiet, title: 'No new likes', line: 'A new picture of you helps', to: '/profileEdit' };
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
    line: counted(likes.length, { one: 'Likes you', other: 'Like you' }, locale()),
    to: '/likes/profilelikedyou',
  };
}

/** The row opens what is most urgent: cases have a deadline, and people come before pictures. */
export function waitingNews({ cases, hellos, crops }: Waiting): NewsText {
  const things = [
    { count: cases, forms: { one: 'A case to judge', other: '# cases to judge' }, to: '/games/arbitration' },
    { count: hellos, forms: { one: 'A hello to answer', other: '# hellos to answer' }, to: '/chat/personal' },
    {
      count: crops,
      forms: { one: 'A crop of your picture to decide', other: '# crops of your pictures to decide' },
      to: '/games/photocrop',
    },
  ].filter(({ count }) => count > 0);
  const [first] = things;
  if (first === undefined) return { ...quiet, title: 'You’re all caught up', line: 'Play, or welcome someone new', to: '/games' };
  const texts = things.map(({ count, forms }) => counted(count, forms, locale()));
  return { faces: [], count: cases + hellos + crops, title: 'Waiting for you', line: texts.join(', '), to: first.to };
}

const nameOf = (name: string | null): string => shownName(name ?? '') || 'Member';

/** For example "Ada", "Ada and Ben", or "Ada and 2 more". */
function summarized(names: readonly string[]): string {
  const [first = ''] = names;
  return listed(names.length <= 2 ? names : [first, `${numberText(names.length - 1, locale())} more`], locale());
}
