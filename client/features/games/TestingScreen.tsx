// /games/health/testing: what to do after a possible exposure, and where to get tested, in words that hold wherever somebody is.
import { Page } from '#client/ui/Page.tsx';
import './community.css';

/** Public services that help to find a place. Nothing is asked of them before somebody follows the link. */
const services = [
  { where: 'Europe', name: 'European Test Finder', url: 'https://www.testfinder.info/' },
  { where: 'United States', name: 'GetTested (CDC)', url: 'https://gettested.cdc.gov/' },
  { where: 'United Kingdom', name: 'NHS sexual health services', url: 'https://www.nhs.uk/nhs-services/sexual-health-services/' },
  { where: 'Australia', name: 'healthdirect', url: 'https://www.healthdirect.gov.au/' },
] as const;

export function TestingScreen() {
  return (
    <Page title="Where to Get Tested" width="reading" hasBack>
      <div className="advice">
        <p className="advice-lead">
          You may have been exposed to an infection. That is no diagnosis, and most of what it could be is easy to treat. A test
          tells you.
        </p>
        <h2>Soon</h2>
        <ul>
          <li>
            Were you close to somebody in the last three days? Go to a clinic or an emergency department today and ask about
            treatment after exposure: against HIV it works only within 72 hours, and the sooner the better.
          </li>
          <li>Else make an appointment for a test this week, also if you feel well. Many infections show no signs.</li>
          <li>Until you know more, protect those you are close to.</li>
        </ul>
        <h2>Where</h2>
        <ul>
          <li>A sexual health clinic or your city’s public health office: often free, and in many places without your name.</li>
          <li>
            Your doctor. You need not say more than that you would like to be tested for what is passed on by close contact.
          </li>
          <li>A checkpoint or community center for people like us. They are used to every question.</li>
          <li>A test to use at home, from a pharmacy. Ask there from when on after an exposure it can be trusted.</li>
        </ul>
        <h2>Services that find a place near you</h2>
        <ul>
          {services.map(({ where, name, url }) => (
            <li key={url}>
              {where}:{' '}
              <a href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p className="soft">
          These are other people’s websites: they see your network address, but not that you came from here. Elsewhere, ask for
          “sexual health clinic” and the name of your city, or at any hospital.
        </p>
        <h2>Who told you</h2>
        <p>
          Somebody you wrote with here chose you, so that you can look after yourself. Nobody can look up who it was: it is kept
          nowhere. Please don’t guess. If your test finds something, you can tell others the same way.
        </p>
      </div>
    </Page>
  );
}
