// /tos: the terms of service, and the privacy policy at #pp.
import { Link } from '@tanstack/react-router';
import { brand } from '#client/app/brand.ts';
import { Page } from '#client/ui/Page.tsx';
import './site.css';

export function TermsScreen() {
  return (
    <Page title="Terms of Service" width="reading">
      <div className="prose">
        <p>{brand.texts.tosExtra} By registering, or by using the service, you agree to what follows.</p>

        <h2 id="eligibility">1. Eligibility</h2>
        <p>
          The service is for adults. You have to be at least 18 years old, and of full age where you live. One person has one
          account. You may not use the service where the law of your place forbids it, or after we have closed an account of yours
          for good.
        </p>

        <h2 id="account">2. Your account</h2>
        <p>
          You are responsible for what is done with your account. Keep your password and the mailbox that your login links go to
          safe, log out on devices that others use, and tell us at once if somebody else got in. What you say about yourself,
          above all your age, has to be true.
        </p>

        <h2 id="prohibited">3. Prohibited activities</h2>
        <p>You may not</p>
        <ul>
          <li>show, ask for or hint at anything sexual that involves a person under 18;</li>
          <li>harass, threaten or expose anybody, or reveal who or where a member is outside of the service;</li>
          <li>show pictures of others without their consent, or pose as somebody else;</li>
          <li>sell or buy sex, drugs, weapons or anything else that is forbidden, or advertise;</li>
          <li>collect data about members, find out exact locations, or work around what keeps them safe;</li>
          <li>disturb the service, or use it by programs of which we know nothing.</li>
        </ul>

        <h2 id="content">4. Content licence</h2>
        <p>
          What you write and upload stays yours. You give us the right to store it, to scale and crop your pictures, and to show
          them to the members whom your settings allow to see them, for as long as you keep them here. That right ends when you
          delete them. You promise that you may give it.
        </p>

        <h2 id="liability">5. Liability</h2>
        <p>
          Volunteers run the service as well as they can, without any warranty that it is always there or free of faults. We do
          not check who members are. Meeting somebody is your own decision and at your own risk: meet in public first, and tell a
          friend. As far as the law permits, we are liable only for what we do on purpose or with gross negligence.
        </p>

        <h2 id="termination">6. Termination</h2>
        <p>
          You can delete your account at any time in your settings. We can suspend or close an account that breaks these terms,
          after a warning where that is possible, and at once where others are in danger. You can ask for a review by people who
          were not part of the decision.
        </p>

        <h2 id="arbitration">7. Arbitration</h2>
        <p>
          Talk to us first: most things can be settled. What can&apos;t is put before an arbitrator whom both sides accept, one
          case at a time. This takes away neither your right to go to a small claims court nor any right that the law of your
          place gives you as a consumer.
        </p>

        <h2 id="changes">8. Changes</h2>
        <p>
          When these terms change in a way that matters, you are told in the app at least 30 days before. If you don&apos;t agree,
          you can take your data with you and delete your account. If you go on, the new terms hold.
        </p>

        <h2 id="pp">Privacy</h2>
        <p>
          <strong>What is kept.</strong> Your email address, your profile and pictures, your messages, likes and notes, your
          settings, what you agreed to and when, and, to keep the service safe, the IP addresses of logins.
        </p>
        <p>
          <strong>Where you are.</strong> Your position is published as an area of about a kilometre unless you choose otherwise,
          it ends by itself after 26 hours, and you can hide at any time. Exact coordinates that your device reports are not
          written to disk.
        </p>
        <p>
          <strong>Cookies.</strong> One cookie keeps you logged in, and one, for half an hour, belongs to a login link you asked
          for. There are no others, and nothing is loaded from anybody else&apos;s servers.
        </p>
        <p>
          <strong>Who sees it.</strong> Members see what you publish. Notes and tags are for you alone. Nothing is sold or handed
          on, save where a court orders it.
        </p>
        <p>
          <strong>Your rights.</strong> In your settings you can look at, correct, download and delete what is kept. Deleted
          accounts are gone for others at once, and from our backups within 30 days. Questions go to{' '}
          <a href={`mailto:${brand.supportAddress}`}>{brand.supportAddress}</a> or <Link to="/contactus">Contact Us</Link>.
        </p>
      </div>
    </Page>
  );
}
