// /chat/personal#shared: puts a text or link from the phone's share sheet into a conversation, as a draft that the member can send.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { locale } from '#client/device/locale.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { addToDraft } from '#client/offline/draft-additions.ts';
import { isLockSet } from '#client/offline/lock/lock-tabs.ts';
import { forgetSharedText, sharedText } from '#client/offline/shared-text.ts';
import { ConversationChoice } from '#client/people/ConversationChoice.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';

type Failure = 'draft-too-long' | 'not-stored';

export function SharedText() {
  const [shared, setShared] = useState<string | null>(null);
  useEffect(() => {
    void whenStorageOpened()
      .then(sharedText)
      .then(setShared, () => setShared(''));
  }, []);
  return (
    <Page title={t('Shared Text')} width="narrow">
      {shared === '' && (
        <>
          <Notice tone="warning">
            {isLockSet()
              ? t(
                  'With an app lock, this device keeps no text that other apps share. Copy it there, and paste it into a conversation.',
                )
              : t('What you shared has no text, or this device has no room left for it.')}
          </Notice>
          <Link to="/chat/personal" replace className={buttonClass({ look: 'main' })}>
            {t('Your Conversations')}
          </Link>
        </>
      )}
      {shared !== null && shared !== '' && <Choice shared={shared} />}
    </Page>
  );
}

function Choice({ shared }: { readonly shared: string }) {
  const id = useId();
  const ownId = useOwnProfileId();
  const navigate = useNavigate();
  const [text, setText] = useState(shared);
  const [failure, setFailure] = useState<Failure | null>(null);
  const length = lengthOf(text);
  const error = textError(text, length);
  const choose = async (peer: string): Promise<void> => {
    const isAdded = await addToDraft(ownId, peer, text.trim(), '\n');
    if (!isAdded) return setFailure('draft-too-long');
    await forgetSharedText();
    await navigate({ to: '/chat/personal/$profileId', params: { profileId: peer }, replace: true });
  };
  const discard = async (): Promise<void> => {
    await forgetSharedText();
    await navigate({ to: '/chat/personal', replace: true });
  };
  return (
    <>
      <p className="soft">{t('It goes into the conversation that you choose, as a draft. Nothing is sent until you send it.')}</p>
      <div className="field">
        <label htmlFor={id}>{t('Message')}</label>
        <textarea
          id={id}
          className="input"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setFailure(null);
          }}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={`${id}-more`}
        />
        <div id={`${id}-more`} className="row row-apart">
          <span className="field-error" aria-live="polite">
            {error}
          </span>
          <span className="field-count">
            {length} / {limits.maxTextLength}
          </span>
        </div>
      </div>
      <div className="row">
        <Button onClick={() => void discard()}>{t('Don’t use it')}</Button>
      </div>
      {failure !== null && (
        <Notice tone="error">
          {failure === 'draft-too-long'
            ? t('With the draft in that conversation, the message would be too long.')
            : t('That couldn’t be saved. Please try again.')}
        </Notice>
      )}
      <ConversationChoice
        title={t('Into a conversation')}
        heading="h2"
        isDisabled={error !== null}
        onChoose={(peer) => choose(peer).catch(() => setFailure('not-stored'))}
        empty={<NobodyYet />}
      />
    </>
  );
}

function textError(text: string, length: number): string | null {
  if (text.trim() === '') return t('Please write a message');
  if (length <= limits.maxTextLength) return null;
  return t('A message has at most {count} characters. Please shorten the text.', {
    count: numberText(limits.maxTextLength, locale()),
  });
}

function NobodyYet() {
  return (
    <EmptyState icon={ChatIcon} text={t('No conversations yet.')}>
      <p>{t('Find someone you like and say hello.')}</p>
      <Link to="/search/tile" className={buttonClass({ look: 'main' })}>
        {t('Look around')}
      </Link>
    </EmptyState>
  );
}
