// The texts of the rows under "New for you".
import type { Waiting } from '#shared/contract/home.ts';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { shownName } from '#shared/rules/text.ts';

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
  if (others.length > 0) return { faces, count, title: listed(names), line: `${count} new messages`, to: '/chat/personal' };
  const to = { to: '/chat/personal/$profileId', params: { profileId: newest.peer } };
  return { faces, count, title: listed(names), line: newest.preview, ...to };
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
    title: listed(names),
    line: likes.length === 1 ? 'Likes you' : 'Like you',
    to: '/likes/profilelikedyou',
  };
}

/** The row opens what is most urgent: cases have a deadline, and people come before pictures. */
export function waitingNews({ cases, hellos, crops }: Waiting): NewsText {
  const things = [
    { count: cases, one: 'A case to judge', many: 'cases to judge', to: '/games/arbitration' },
    { count: hellos, one: 'A hello to answer', many: 'hellos to answer', to: '/chat/personal' },
    { count: crops, one: 'A crop of your picture to decide', many: 'crops of your pictures to decide', to: '/games/photocrop' },
  ].filter(({ count }) => count > 0);
  const [first] = things;
  if (first === undefined) return { ...quiet, title: 'You’re all caught up', line: 'Play, or welcome someone new', to: '/games' };
  const texts = things.map(({ count, one, many }) => (count === 1 ? one : `${count} ${many}`));
  return { faces: [], count: cases + hellos + crops, title: 'Waiting for you', line: texts.join(', '), to: first.to };
}

const nameOf = (name: string | null): string => shownName(name ?? '') || 'Member';

/** For example "Ada", "Ada and Ben", or "Ada and 2 more". */
function listed([first = '', second = '', ...others]: readonly string[]): string {
  if (second === '') return first;
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more`;
}
