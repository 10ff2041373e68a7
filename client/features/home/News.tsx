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
import { tryAgain } from './try-again.ts';
import { useLastError } from './use-last-error.ts';
import { likesNews, messageNews, waitingNews, type Face, type NewsText } from './news-texts.ts';

export const News = () => (
  <section aria-labelledby="home-news">
    <div className="home-head">
      <h2 id="home-news">{t('New for you')}</h2>
    </div>
    <ul className="home-news">
      <MessagesRow />
      <LikesRow />
      <WaitingRow />
    </ul>
  </section>
);

function MessagesRow() {
  const { fresh, error } = useNewConversations();
  return (
    <NewsRow
      icon={ChatIcon}
      news={fresh && messageNews(fresh)}
      error={error}
      fallback="/chat/personal"
      fallbackName={t('Chats')}
      badgeText={(count) => tCount(count, { one: '# unread', other: '# unread' })}
    />
  );
}

function LikesRow() {
  const { fresh, error } = useNewLikes();
  return (
    <NewsRow
      icon={HeartIcon}
      news={fresh && likesNews(fresh)}
      error={error}
      fallback="/likes/profilelikedyou"
      fallbackName={t('Liked You')}
      badgeText={(count) => tCount(count, { one: '# new', other: '# new' })}
    />
  );
}

function WaitingRow() {
  const { data, error } = useWaiting();
  return (
    <NewsRow
      icon={GamesIcon}
      news={data && waitingNews(data)}
      error={error}
      fallback="/games"
      fallbackName={t('Games')}
      badgeText={(count) => tCount(count, { one: '# waiting', other: '# waiting' })}
    />
  );
}

interface NewsRowProps {
  readonly icon: IconComponent;
  readonly news: NewsText | undefined;
  readonly error: Error | null;
  /** Where the row leads while its news is loading. */
  readonly fallback: string;
  readonly fallbackName: string;
  /** What screen readers say for the count. */
  readonly badgeText: (count: number) => string;
}

function NewsRow({ icon: Icon, news, error: newest, fallback, fallbackName, badgeText }: NewsRowProps) {
  const queries = useQueryClient();
  const error = useLastError(newest, news !== undefined);
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
        {/* The faces are wider than the icon, so the text takes another place than its skeleton. */}
        <span key={news === undefined ? 'skeleton' : 'text'} className="home-news-text">
          {news === undefined && <span className="visually-hidden">{fallbackName}</span>}
          {textOf(news, error)}
        </span>
        {news !== undefined && <Badge count={news.count} text={badgeText(news.count)} />}
      </Link>
      {/* While offline, loading is tried again when the connection is back. */}
      {news === undefined && error !== null && !(error instanceof ConnectionLost) && (
        <Button look="quiet" onClick={() => void tryAgain(queries)}>
          {t('Try again')}
        </Button>
      )}
    </li>
  );
}

function textOf(news: NewsText | undefined, error: Error | null): ReactNode {
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
      <span className="soft">
        {error instanceof ConnectionLost
          ? t('You are offline. This will load when you are back online.')
          : t('This could not be loaded.')}
      </span>
    );
  return (
    <>
      <span className="skeleton skeleton-line" aria-hidden="true" />
      <span className="skeleton skeleton-line" aria-hidden="true" />
    </>
  );
}

/** Hidden from screen readers, because the row's text has the names. */
function FacePile({ faces }: { readonly faces: readonly Face[] }) {
  return (
    <span className="home-pile" aria-hidden="true">
      {faces.map(({ profileId, name, pictureId, placeholder }) => (
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
