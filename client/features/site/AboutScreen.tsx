// /aboutus: who runs this, and on which principles.
import { Link } from '@tanstack/react-router';
import { brand } from '#client/app/brand.ts';
import { Page } from '#client/ui/Page.tsx';
import './site.css';

export function AboutScreen() {
  return (
    <Page title="About Us" width="reading">
      <div className="prose">
        <p>{brand.texts.about}</p>
        <h2>A gift economy</h2>
        <p>
          Everyone gets the same app, whether he pays or not. Nothing is held back to make you buy it, there are no
          advertisements, and no data is sold. Those who can give, give: money, time, or care for others. Volunteers answer
          questions, look after what is reported, and write the software.
        </p>
        <h2>What it costs</h2>
        <p>
          Community membership is free, and paid contributing members fund it. A contribution pays for your own account and for
          those of people who can't pay.
        </p>
        <h2>What we promise</h2>
        <ul>
          <li>Nobody is shown where you are more exactly than you have chosen.</li>
          <li>What you delete is deleted, for others at once.</li>
          <li>You can take all your data with you, and leave whenever you like.</li>
        </ul>
        <p>
          Questions? <Link to="/support">Support</Link> has answers, and <Link to="/contactus">a message</Link> reaches a person.
        </p>
      </div>
    </Page>
  );
}
