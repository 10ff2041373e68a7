// /billing: membership dues and volunteer credits.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import './billing.css';
import './site.css';

export function BillingScreen() {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Page title={t('Membership Dues')}>
      <div className="document">
        <div className="prose">
          <p className="lead">{t('Community membership is free, and paid contributing members fund it.')}</p>
          <p>
            {t('Nothing is charged here. Your choice starts a message to us, and a person replies with the payment details.')}
          </p>
          <p>
            {t(
              'Everyone has the same app. A contribution buys you nothing extra. It pays for the service, for you and for others.',
            )}
          </p>
        </div>
        <section className="card beside">
          <h2>{t('Your membership')}</h2>
          <dl className="facts">
            <div>
              <dt>{t('membership|Kind')}</dt>
              <dd>{t('Standard, free')}</dd>
            </div>
            <div>
              <dt>{t('Volunteer credits')}</dt>
              <dd>{settings === undefined ? '–' : numberText(settings.volunteerCredits, locale())}</dd>
            </div>
          </dl>
          <p className="soft">{t('You earn credits with accepted crops and answered hellos.')}</p>
        </section>
        <div className="prices">
          <Price title={t('You and 2 friends')} amount="$10" per={t('per month')}>
            {t('Contributing membership: sponsors 3 accounts, you plus 2 friends.')}
          </Price>
          <Price title={t('You and 4 friends')} amount="$15" per={t('per month')}>
            {t('Contributing membership: sponsors 5 accounts, you plus 4 friends.')}
          </Price>
          <Price title={t('Pro')} amount="$10" per={t('per month, or $100 per year')}>
            {t('Pro membership, paid by a bank-transfer service or credit card.')}
          </Price>
        </div>
      </div>
    </Page>
  );
}

interface PriceProps {
  readonly title: string;
  readonly amount: string;
  readonly per: string;
  readonly children: ReactNode;
}

function Price({ title, amount, per, children }: PriceProps) {
  return (
    <section className="card price">
      <h2>{title}</h2>
      <p>
        <strong className="amount">{amount}</strong> {per}
      </p>
      <p className="soft">{children}</p>
      <Link
        to="/contactus"
        state={{ message: t('I would like: {membership}', { membership: `${title}, ${amount} ${per}` }) }}
        className={buttonClass()}
        aria-label={t('Choose {membership}', { membership: title })}
      >
        {t('membership|Choose')}
      </Link>
    </section>
  );
}
