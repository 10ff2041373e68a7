// Shares a profile with other members: by a link to copy or to pass on, or as a draft in a conversation.
import { t } from '#client/device/texts.ts';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { storeDraft, storedDraft } from '#client/offline/cached-values.ts';
import { conversationsQuery } from '#client/offline/conversations/conversation-queries.ts';
import { Person } from '#client/people/Person.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CheckIcon, PagesIcon } from '#client/ui/icons.tsx';
import { ShareIcon } from './picture-icons.ts';
import './share-profile.css';

/** Render it in a dialog. */
export function ShareProfile({ profileId }: { readonly profileId: string }) {
  const url = `${location.origin}/profile/${profileId}`;
  const [isCopied, setCopied] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setFailed(true),
    );
  return (
    <>
      <p className="soft small">{t('Only members of this community can open the link.')}</p>
      <div className="row">
        <Button onClick={copy}>
          {isCopied ? <CheckIcon /> : <PagesIcon />}
          <span aria-live="polite">{isCopied ? t('Copied') : t('Copy link')}</span>
        </Button>
        {'share' in navigator && (
          // The promise rejects if the member closes the share sheet.
          <Button onClick={() => void navigator.share({ url }).catch(() => undefined)}>
            <ShareIcon />
            {t('Share link')}
          </Button>
        )}
      </div>
      {hasFailed && <p className="share-link">{url}</p>}
      <Conversations about={profileId} url={url} />
    </>
  );
}

/** Puts the link into the chosen conversation as a draft, which the member can send. */
function Conversations({ about, url }: { readonly about: string; readonly url: string }) {
  const ownId = useOwnProfileId();
  const navigate = useNavigate();
  const { data = [] } = useQuery(conversationsQuery(ownId));
  const others = data.filter(({ profile }) => profile.profileId !== about);
  const choose = async (peer: string): Promise<void> => {
    const draft = await storedDraft(ownId, peer);
    const text = draft === null || draft.text === '' ? url : `${draft.text} ${url}`;
    await storeDraft(ownId, peer, { pictureIds: [], replyToId: null, ...draft, text });
    await navigate({ to: '/chat/personal/$profileId', params: { profileId: peer }, replace: true });
  };
  if (others.length === 0) return null;
  return (
    <>
      <h3>{t('Into a conversation')}</h3>
      <ul className="share-conversations">
        {others.map(({ profile }) => (
          <li key={profile.profileId}>
            <button type="button" className="person-link" onClick={() => void choose(profile.profileId)}>
              <Person profileId={profile.profileId} name={profile.profileName} of={profile} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
