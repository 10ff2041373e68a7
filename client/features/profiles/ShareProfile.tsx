// Shares a profile with other members: by a link to copy or to pass on, or as a draft in a conversation.
import { t } from '#client/device/texts.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { addToDraft } from '#client/offline/draft-additions.ts';
import { ConversationChoice } from '#client/people/ConversationChoice.tsx';
import { Button } from '#client/ui/Button.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { CheckIcon, PagesIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Spoken } from '#client/ui/Spoken.tsx';
import { ShareIcon } from './picture-icons.ts';
import './share-profile.css';

/** Render it in a dialog. */
export function ShareProfile({ profileId }: { readonly profileId: string }) {
  const url = `${location.origin}/profile/${profileId}`;
  const [isCopied, setCopied] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const copy = async (): Promise<void> => {
    const isThere = await copyText(url);
    setCopied(isThere);
    setFailed(!isThere);
  };
  return (
    <>
      <p className="soft small">{t('Only members of this community can open the link.')}</p>
      <div className="row">
        <Button onClick={() => void copy()}>
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
      {hasFailed && <Spoken className="share-link">{url}</Spoken>}
      <Conversations about={profileId} url={url} />
    </>
  );
}

/** Puts the link into the chosen conversation as a draft, which the member can send. */
function Conversations({ about, url }: { readonly about: string; readonly url: string }) {
  const ownId = useOwnProfileId();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<'tooLong' | 'failed' | null>(null);
  const choose = async (peer: string): Promise<void> => {
    const isAdded = await addToDraft(ownId, peer, url, ' ');
    setProblem(isAdded ? null : 'tooLong');
    if (isAdded) await navigate({ to: '/chat/personal/$profileId', params: { profileId: peer }, replace: true });
  };
  return (
    <>
      {problem === 'failed' && <Notice tone="error">{t('That didn’t work. Please try again.')}</Notice>}
      {problem === 'tooLong' && (
        <Notice tone="error">{t('With the draft in that conversation, the message would be too long.')}</Notice>
      )}
      <ConversationChoice
        title={t('Into a conversation')}
        heading="h3"
        without={about}
        onChoose={(peer) => choose(peer).catch(() => setProblem('failed'))}
      />
    </>
  );
}
