// Advice after a possible exposure, valid in every country (/games/health/testing).
import { t } from '#client/device/texts.ts';
import { BackButton } from '#client/ui/BackButton.tsx';
import { WarningIcon } from '#client/ui/frame-icons.tsx';
import { Page } from '#client/ui/Page.tsx';
import { rich } from '#client/ui/rich.tsx';
import '#client/ui/split.css';
import './community.css';

/** Public services that find a test site. The app opens one only when the member follows the link. */
const services = [
  { text: 'Europe: <a>European Test Finder</a>', url: 'https://www.testfinder.info/' },
  { text: 'United States: <a>GetTested (CDC)</a>', url: 'https://gettested.cdc.gov/' },
  { text: 'United Kingdom: <a>NHS sexual health services</a>', url: 'https://www.nhs.uk/nhs-services/sexual-health-services/' },
  { text: 'Australia: <a>healthdirect</a>', url: 'https://www.healthdirect.gov.au/' },
] as const;

export function TestingScreen() {
  return (
    <Page title={t('Where to Get Tested')} width="split" back={<BackButton />}>
      <div className="split advice">
        <div className="split-stage">
          <p className="advice-lead">
            {t(
              'You may have been exposed to an infection. That is not a diagnosis, and most of what it could be is easy to treat. A test will tell you.',
            )}
          </p>
          <h2>{t('Soon')}</h2>
          <ul>
            <li className="advice-urgent">
              <WarningIcon />
              <span>
                {rich(
                  t(
                    '<b>Were you close to someone in the last three days?</b> Go to a clinic or an emergency department today and ask about treatment after exposure: against HIV it works only within 72 hours, and the sooner the better.',
                  ),
                  { b: (text) => <strong>{text}</strong> },
                )}
              </span>
            </li>
            <li>
              {t('Otherwise make an appointment for a test this week, even if you feel well. Many infections show no signs.')}
            </li>
            <li>{t('Until you know more, protect those you are close to.')}</li>
          </ul>
        </div>
        <div className="split-panel card">
          <h2>{t('Services that find a place near you')}</h2>
          <ul className="services">
            {services.map(({ text, url }) => (
              <li key={url}>
                {rich(t(text), {
                  a: (name) => (
                    <a href={url} target="_blank" rel="noopener noreferrer">
                      {name}
                    </a>
                  ),
                })}
              </li>
            ))}
          </ul>
          <p className="soft">
            {t(
              'These are other people’s websites: they see your network address, but not that you came from here. Elsewhere, search for “sexual health clinic” and the name of your city, or ask at any hospital.',
            )}
          </p>
        </div>
        <div className="split-stage advice-more">
          <h2>{t('Where')}</h2>
          <ul>
            <li>
              {t('A sexual health clinic or your city’s public health office: often free, and in many places without your name.')}
            </li>
            <li>{t('Your doctor. It is enough to say that you would like a test for infections passed on by close contact.')}</li>
            <li>{t('A checkpoint or community centre for people like us. They are used to every question.')}</li>
            <li>{t('A test to use at home, from a pharmacy. Ask there how soon after an exposure it is reliable.')}</li>
          </ul>
          <h2>{t('Who notified you')}</h2>
          <p>
            {t(
              'Someone you chatted with here wanted you to know, so you can look after yourself. Nobody can look up who it was: it is not stored anywhere. Please don’t guess. If your test finds something, you can notify others the same way.',
            )}
          </p>
        </div>
      </div>
    </Page>
  );
}
