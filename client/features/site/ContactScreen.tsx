// /contactus: the form to write to the people who run the site.
import { t } from '#client/device/texts.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { contact, type ContactMessage } from '#shared/contract/contact.ts';
import { limits } from '#shared/rules/limits.ts';
import { brand } from '#client/device/brand.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { TextArea } from '#client/ui/TextArea.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { rich } from '#client/ui/rich.tsx';
import './site.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the message starts with. */
    readonly message?: string;
  }
}

export function ContactScreen() {
  const [name, setName] = useState('');
  const [message, setMessage] = useState(useLocation({ select: ({ state }) => state.message ?? '' }));
  const [isChecked, setChecked] = useState(false);
  const isMember = useSessionRecord() !== null;
  const sending = useMutation({
    mutationFn: (body: ContactMessage) => call(contact.postContact, { body }),
    onSuccess: (_, sent) => {
      // What was typed in the meantime stays.
      setMessage((now) => (now === sent.message ? '' : now));
      setChecked(false);
    },
  });
  const nameError = name.trim() === '' ? t('Please provide your full name') : null;
  const messageError = message.trim() === '' ? t('Please write a message') : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (nameError === null && messageError === null) sending.mutate({ name, message });
  };
  return (
    <Page title={t('Contact Us')}>
      <div className="document">
        <div className="stack">
          {isMember ? (
            <p className="lead">{t('A person reads every message. The reply goes to the email address of your account.')}</p>
          ) : (
            <p className="lead">
              {rich(
                t(
                  'A person reads every message. You are not logged in, so please tell us in the message how we can reach you, or send an email to <mail>{address}</mail>.',
                  {
                    address: brand.supportAddress,
                  },
                ),
                { mail: (address) => <a href={`mailto:${address}`}>{address}</a> },
              )}
            </p>
          )}
          <form className="card" onSubmit={submit} noValidate>
            <TextField
              label={t('Full name')}
              name="name"
              autoComplete="name"
              value={name}
              onValue={setName}
              error={isChecked ? nameError : null}
            />
            <TextArea
              label={t('Message')}
              name="message"
              maxLength={limits.maxTextLength}
              value={message}
              onValue={setMessage}
              error={isChecked ? messageError : null}
            />
            {sending.isPending && <Notice>{t('Sending...')}</Notice>}
            {sending.isError && <Notice tone="error">{t('Message sending failed, please try again another time.')}</Notice>}
            {sending.isSuccess && (
              <Notice tone="success">
                {t('Message Sent, you may receive a reply to the email address asscoiated with your account.')}
              </Notice>
            )}
            <Button type="submit" look="main" isWide disabled={sending.isPending}>
              {t('Send')}
            </Button>
          </form>
        </div>
        <aside className="contents">
          <p>{t('A reply may take two days.')}</p>
          <p>
            {rich(t('<support>Support</support> has answers to the most common questions.'), {
              support: (text) => <Link to="/support">{text}</Link>,
            })}
          </p>
        </aside>
      </div>
    </Page>
  );
}
