// /aboutus: the society, its principles, the cost, and its promises to members.
import { Link } from '@tanstack/react-router';
import { brand } from '#client/device/brand.ts';
import { useSessionRecord } from '#client/device/session-record.ts';
import { Page } from '#client/ui/Page.tsx';
import './site.css';

export function AboutScreen() {
  const isMember = useSessionRecord() !== null;
  return (
    <Page title="About Us" width="reading">
      <div className="prose">
        <p className="lead">{brand.texts.about}</p>

        <h2>A gift economy</h2>
        <p>
          Everyone gets the same app, whether they pay or not. Nothing is held back to make you buy it, there are no
          advertisements, and no data is sold. Those who can give, give: money, time, or care for others. What is given is not
          counted against what is taken.
        </p>

        <h2>What it costs</h2>
        <p>
          Community membership is free, and paid contributing members fund it. A contribution pays for your own account and for
          those of friends and of people who can&apos;t pay.{' '}
          {isMember && (
            <>
              See <Link to="/billing">Billing</Link> for how much and how to pay.
            </>
          )}
        </p>

        <h2>Who does the work</h2>
        <p>
          Volunteers. They write the software, answer messages from <Link to="/contactus">Contact Us</Link>, and help when
          something goes wrong between people. A reply may take two days, and comes from a person.
        </p>

        <h2>What you can rely on</h2>
        <ul>
          <li>
            Nobody sees your location more exactly than you have chosen, and the service does not store it more exactly either.
          </li>
          <li>What you unsend or remove disappears for others immediately.</li>
          <li>You can take all your data with you, and leave whenever you want.</li>
          <li>Nothing is loaded from other companies: no maps, no fonts, no trackers.</li>
        </ul>
        <p>
          All of this is in the <Link to="/tos">terms</Link> and in the{' '}
          <Link to="/tos" hash="pp">
            privacy policy
          </Link>
          . <Link to="/support">Support</Link> has answers to the most common questions.
        </p>
      </div>
    </Page>
  );
}
