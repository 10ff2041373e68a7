// News for the member in three rows that are always shown: messages, likes, and what waits for their answer.
import { t } from '#client/device/texts.ts';
import { tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWaiting } from '#client/features/games/waiting.queries.ts';
import { useNewConversations } from '#client/features/messages/use-new-conversations.ts';
import { useNewLikes } from '#client/features/likes/use-new-likes.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Badge } from '#client/ui/Badge.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ChatIcon, GamesIcon, HeartIcon } from '#client/ui/icons.tsx';
import type { IconComponent } from '#client/ui/icons.tsx';
import { useIsServerErrorShown } from '#client/ui/server-error-shown.ts';
import { tryAgain } from './try-again.ts';
import { useLastError } from './use-last-error.ts';
import { likesNews, messageNews, waitingNews, type Face, type NewsText } from './news-texts.ts';

export function News() {
  const queries = useQueryClient();
  const messages = useNewConversations();
  const likes = useNewLikes();
  const waiting = useWaiting();
  const isServerErrorShown = useIsServerErrorShown();
  const rows: readonly Row[] = [
    {
      icon: ChatIcon,
      news: messages.fresh && messageNews(messages.fresh),
      error: useLastError(messages.error, messages.fresh !== undefined),
      fallback: '/chat/personal',
      fallbackName: t('Chats'),
      badgeText: (count) => tCount(count, { one: '# unread', other: '# unread' }),
    },
    {
      icon: HeartIcon,
      news: likes.fresh && likesNews(likes.fresh),
      error: useLastError(likes.error, likes.fresh !== undefined),
      fallback: '/likes/profilelikedyou',
      fallbackName: t('Liked You'),
      badgeText: (count) => tCount(count, { one: '# new', other: '# new' }),
    },
    {
      icon: GamesIcon,
      news: waiting.data && waitingNews(waiting.data),
      error: useLastError(waiting.error, waiting.data !== undefined),
      fallback: '/games',
      fallbackName: t('Games'),
      badgeText: (count) => tCount(count, { one: '# waiting', other: '# waiting' }),
    },
  ];
  // Only the first failed row says what failed, and one button retries all of them.
  const failed = rows.find(({ error }) => error !== null);
  return (
    <section aria-labelledby="home-news">
      <div className="home-head">
        <h2 id="home-news">{t('New for you')}</h2>
        {/* While offline there is no button, since loading is retried when the connection is back. */}
        {failed && !(failed.error instanceof ConnectionLost) && (
          <Button look="quiet" onClick={() => void tryAgain(queries)}>
            {t('Try again')}
          </Button>
        )}
      </div>
      <ul className="home-news">
        {rows.map((row) => (
          <NewsRow key={row.fallback} row={row} saysWhy={row === failed && !isServerErrorShown} />
        ))}
      </ul>
    </section>
  );
}

interface Row {
  readonly icon: IconComponent;
  readonly news: NewsText | undefined;
  readonly error: Error | null;
  /** Where the row leads while its news is loading. */
  readonly fallback: string;
  readonly fallbackName: string;
  /** What screen readers say for the count. */
  readonly badgeText: (count: number) => string;
}

function NewsRow({ row, saysWhy }: { readonly row: Row; readonly saysWhy: boolean }) {
  const { icon: Icon, news, fallback, badgeText } = row;
  return (
    <li>
      <Link to={news?.to ?? fallback} params={news?.params} className="home-news-row">
        {news !== undefined && news.faces.length > 0 ? (
          <FacePile faces={news.faces} />
        ) : (
          <span className="home-card-icon">
            <Icon />
          </span>
        )}
        {/* The key separates the text from its skeleton, whose lines are at other places. */}
        <span key={news === undefined ? 'skeleton' : 'text'} className="home-news-text">
          {textOf(row, saysWhy)}
        </span>
        {news !== undefined && <Badge count={news.count} text={badgeText(news.count)} />}
      </Link>
    </li>
  );
}

function textOf({ news, error, fallbackName }: Row, saysWhy: boolean): ReactNode {
  if (news !== undefined)
    return (
      <>
        <span className={`home-news-title${news.count === 0 ? ' soft' : ''}`}>{news.title}</span>
        <span className="home-news-line soft small" dir="auto">
          {news.line}
        </span>
      </>
    );
  if (error !== null)
    return (
      <>
        <span className="home-news-title">{fallbackName}</span>
        {saysWhy && <span className="home-news-why soft small">{whyText(error)}</span>}
      </>
    );
  return (
    <>
      <span className="visually-hidden">{fallbackName}</span>
      <span className="skeleton skeleton-line" aria-hidden="true" />
      <span className="skeleton skeleton-line" aria-hidden="true" />
    </>
  );
}

const whyText = (error: Error): string =>
  error instanceof ConnectionLost
    ? t('You are offline. This will load when you are back online.')
    : t('This could not be loaded.');

/** Hidden from screen readers, because the row's text has the names. */
function FacePile({ faces }: { readonly faces: readonly Face[] }) {
  return (
    <span className="home-pile" aria-hidden="true">
      {faces.slice(0, 2).map(({ profileId, name, pictureId, placeholder }) => (
        <ProfilePicture
          key={profileId}
          id={pictureId}
          name={name}
          profileId={profileId}
          sizes="40px"
          placeholder={placeholder}
          isAvatar
        />
      ))}
    </span>
  );
}
