// /aboutus: the society, its principles, the cost, and its promises to members.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { brand } from '#client/device/brand.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { rich } from '#client/ui/rich.tsx';
import './site.css';

export function AboutScreen() {
  const isMember = useSessionRecord() !== null;
  return (
    <Page title={t('About Us')}>
      <div className="document">
        <div className="prose">
          <p className="lead">{brand.texts.about}</p>
        </div>
        <aside className="contents">
          <h2>{t('What you can rely on')}</h2>
          <ul>
            <li>
              {t(
                'Nobody sees your location more exactly than you have chosen, and the service does not store it more exactly either.',
              )}
            </li>
            <li>{t('What you unsend or remove disappears for others in seconds, once you are online.')}</li>
            <li>{t('You can take all your data with you, and leave whenever you want.')}</li>
            <li>{t('Nothing is loaded from other companies: no maps, no fonts, no trackers.')}</li>
          </ul>
          <p>
            {rich(
              t(
                'All of this is in the <terms>terms</terms> and in the <privacy>privacy policy</privacy>. <support>Support</support> has answers to the most common questions.',
              ),
              {
                terms: (text) => <Link to="/tos">{text}</Link>,
                privacy: (text) => (
                  <Link to="/tos" hash="pp">
                    {text}
                  </Link>
                ),
                support: (text) => <Link to="/support">{text}</Link>,
              },
            )}
          </p>
          {!isMember && (
            <Link to="/register" className={buttonClass({ look: 'main' })}>
              {t('Register')}
            </Link>
          )}
        </aside>
        <div className="prose">
          <h2>{t('A gift economy')}</h2>
          <p>
            {t(
              'Everyone gets the same app, whether they pay or not. Nothing is held back to make you buy it, there are no advertisements, and no data is sold. Those who can give, give: money, time, or care for others. What is given is not counted against what is taken.',
            )}
          </p>

          <h2>{t('What it costs')}</h2>
          <p>
            {t(
              'Community membership is free, and paid contributing members fund it. A contribution pays for your own account and for those of friends and of people who can’t pay.',
            )}{' '}
            {isMember &&
              rich(t('See <billing>Billing</billing> for how much and how to pay.'), {
                billing: (text) => <Link to="/billing">{text}</Link>,
              })}
          </p>

          <h2>{t('Who does the work')}</h2>
          <p>
            {rich(
              t(
                'Volunteers. They write the software, answer messages from <contact>Contact Us</contact>, and help when something goes wrong between people. A reply may take two days, and comes from a person.',
              ),
              { contact: (text) => <Link to="/contactus">{text}</Link> },
            )}
          </p>
        </div>
      </div>
    </Page>
  );
}
