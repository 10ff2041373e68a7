// Messages from the contact form, newest first, with replies sent by email.
import { t } from '#client/device/texts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { ContactMessageListed } from '#shared/contract/admin.ts';
import { dateAndTime } from '#shared/formats/times.ts';
import { limits } from '#shared/rules/limits.ts';
import { locale } from '#client/device/locale.ts';
import { Refused } from '#client/net/errors.ts';
import { loadNextPage } from '#client/net/next-page.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { contactMessagesQuery, useAnswerContactMessage } from './admin.queries.ts';
import { SectionState } from './SectionState.tsx';

export function ContactMessages() {
  const [unanswered, setUnanswered] = useState(false);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    contactMessagesQuery(unanswered),
  );
  const messages = data?.pages.flat();
  return (
    <>
      {(unanswered || (messages?.length ?? 0) > 0) && (
        <Switch label={t('Only unanswered messages')} isOn={unanswered} onChange={setUnanswered} />
      )}
      {messages === undefined ? (
        <SectionState error={error} refetch={refetch} />
      ) : messages.length === 0 ? (
        <p className="soft">{unanswered ? t('All messages are answered.') : t('No messages yet.')}</p>
      ) : (
        <ul className="contact-messages">
          {messages.map((message) => (
            <li key={message.id}>
              <ContactMessage message={message} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void loadNextPage({ data, fetchNextPage })}>
          {t('Show older messages')}
        </Button>
      )}
    </>
  );
}

function ContactMessage({ message }: { readonly message: ContactMessageListed }) {
  const { name, site, tsCreated, canBeAnswered, answer, tsAnswered } = message;
  return (
    <article className="contact-message" aria-label={t('From {name}', { name })}>
      <h3>{name}</h3>
      <p className="small soft">
        {site}, {dateAndTime(tsCreated, locale())}
      </p>
      <p className="contact-message-text" dir="auto">
        {message.message}
      </p>
      {answer !== null && tsAnswered !== null ? (
        <>
          <p className="small soft">{t('Replied {time}', { time: dateAndTime(tsAnswered, locale()) })}</p>
          <p className="contact-message-text contact-message-answer" dir="auto">
            {answer}
          </p>
        </>
      ) : canBeAnswered ? (
        <AnswerForm message={message} />
      ) : (
        <p className="small soft">{t('They left no email address to reply to.')}</p>
      )}
    </article>
  );
}

function AnswerForm({ message: { id, name } }: { readonly message: ContactMessageListed }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const answering = useAnswerContactMessage(id);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '' && !answering.isPending) answering.mutate(text);
  };
  if (!isOpen)
    return (
      <div className="row">
        <Button onClick={() => setOpen(true)} aria-label={t('Reply to {name}', { name })}>
          {t('Reply')}
        </Button>
      </div>
    );
  return (
    <form className="stack" onSubmit={submit}>
      <TextArea
        label={t('Reply to {name}', { name })}
        value={text}
        onValue={setText}
        maxLength={limits.maxTextLength}
        rows={4}
        autoFocus
      />
      {answering.isError && (
        <Notice tone="error">
          {answering.error instanceof Refused ? answering.error.message : t('Couldn’t send. Please try again.')}
        </Notice>
      )}
      <div className="row">
        <Button type="submit" look="main" disabled={text.trim() === '' || answering.isPending}>
          {answering.isPending ? t('Sending…') : t('Send email')}
        </Button>
        <Button look="quiet" onClick={() => setOpen(false)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
