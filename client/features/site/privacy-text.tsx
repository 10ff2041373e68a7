// The privacy policy: the stored data, its retention, and who can see it.
import { Link } from '@tanstack/react-router';
import { brand } from '#client/device/brand.ts';
import type { TextSection } from './terms-text.tsx';

/** Each row describes what the server does, so change both together. */
const retention: readonly { readonly what: string; readonly howLong: string }[] = [
  {
    what: 'Your email address, and a hash of your password if you set one. The password itself is not stored.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'What you accepted when you registered: which boxes, in which version, when, and from which IP address.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'Your profile and its pictures. Pictures are encoded again from what you upload: the file itself, its name, and the place and camera noted in it are not stored.',
    howLong:
      'Until you change or delete them. A picture that you never put into your profile or a message is deleted after 24 hours.',
  },
  {
    what: 'Your date of birth. Others get your age and never the date.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'Messages and the pictures in them.',
    howLong:
      'Until you unsend them, which removes them for both of you, or delete your account. Deleting only hides them from you.',
  },
  {
    what: `Who and what you ${brand.discreet ? 'marked' : 'liked'}, who you blocked or muted, and your private notes and tags.`,
    howLong: 'Until you change it, or one of the two accounts is deleted.',
  },
  {
    what: 'What games may show about you, which is nothing until you agree; your points, and your votes, guesses and proposals in games.',
    howLong: 'What you agreed to, until you change it; all else as long as you have an account.',
  },
  {
    what: 'In the games that members play with each other: what you take part in, your glitter by the day, which newcomers you said hello to, and who you vouch for.',
    howLong:
      'Until you take it back; the glitter for 30 days after it is gone; the hellos as long as both of you have an account.',
  },
  {
    what: 'About health reports: that one was sent today, and that somebody was notified lately, each as a code without a name. Who reported to whom is not stored.',
    howLong: 'That one was sent: until midnight UTC. That somebody was notified: 32 days.',
  },
  { what: 'Notifications in the app.', howLong: 'Until you open or delete them.' },
  {
    what: 'Logins: the kind of browser, and when first and last used. Not from where.',
    howLong: 'Until you log out; else 24 hours after the last use and 7 days at most, with Remember me 30 and 90 days.',
  },
  {
    what: 'A record of logins, of changes of password and address, and the IP address that each came from.',
    howLong: 'The IP address for 90 days; that it happened, as long as you have an account.',
  },
  {
    what: 'Login links, of which we keep a hash.',
    howLong: 'They work once, within 30 minutes, and are deleted a day later.',
  },
  {
    what: 'Mails to you.',
    howLong: 'Their text until they are sent; to which address one went, about a day longer.',
  },
  {
    what: 'What somebody reports: a copy without names of the profile text, picture or message, and of up to four messages before it. Five members chosen at random see it while they decide, and an administrator if needed; each look is recorded.',
    howLong:
      'Until the decision can no longer be appealed: 14 days after it. About somebody who deleted their account, until it is decided and 30 days at most. What the reporting member wrote is deleted with their account.',
  },
  {
    what: 'A record of those decisions and looks that is only ever added to: numbers of cases and hashes, no names and no content.',
    howLong: 'Forever.',
  },
  {
    what: 'A hash of the first words of a message to somebody you have not written with, so that the same words to many are noticed.',
    howLong: 'About a day.',
  },
  {
    what: 'Fingerprints of pictures that were taken down, so that they do not come back. No picture can be made from them, and whose they were is not stored.',
    howLong: 'Forever, unless the decision is lifted.',
  },
  {
    what: 'What you write to us through Contact Us, and what we reply.',
    howLong: 'For as long as we need it to reply and to fix things. Once your account is deleted it no longer says whose it was.',
  },
];

export const privacyParts: readonly TextSection[] = [
  {
    id: 'pp-responsible',
    title: 'Who is responsible',
    text: (
      <p>
        The society named at the top of this page. Write to <a href={`mailto:${brand.supportAddress}`}>{brand.supportAddress}</a>{' '}
        or through <Link to="/contactus">Contact Us</Link> with any question about your data; a person answers.
      </p>
    ),
  },
  {
    id: 'pp-kept',
    title: 'What is stored, and for how long',
    text: (
      <dl className="kept">
        {retention.map(({ what, howLong }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{howLong}</dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'pp-place',
    title: 'Where you are',
    text: (
      <>
        <p>
          What others see is an area of 1,000 metres, the same one for everybody in it, or of 3,200 metres if you choose so.
          Distances, orders and counts are computed from that area, not from you. When you move on, the change shows after a
          random delay. Only a point that you placed by hand yourself is shown exactly, and only after you have switched that on.
        </p>
        <p>
          The exact point that your device reports is in the server&apos;s memory and nowhere else: not on disk, not in logs, not
          in backups. On disk there is the area. It is shown until 26 hours after the last report, or until you hide; the last one
          is stored until a newer one replaces it or you delete your account.
        </p>
        <p>The map is drawn from our own server, so nobody else can see which part of the world you look at.</p>
      </>
    ),
  },
  {
    id: 'pp-mail',
    title: 'Mail and push',
    text: (
      <>
        <p>
          We write to you when you ask for a login link, when your password or address changes, and when we answer what you wrote
          to us; there is no newsletter. Mails are plain text, load nothing, and say nothing about you or about what you do here.
        </p>
        <p>
          Push is off until you switch it on for a device. Then we store the address and keys that the browser gave for it, and
          the name you gave the device, until you remove it, log out or change your password. What we send travels encrypted
          through the push service of the maker of your browser, and is a neutral sentence unless you switch previews on.
        </p>
      </>
    ),
  },
  {
    id: 'pp-device',
    title: 'Cookies and what is on your device',
    text: (
      <>
        <p>
          One cookie keeps you logged in, and one, for half an hour, marks the browser that asked for a login link. There are no
          others, and nothing is loaded from other companies&apos; servers.
        </p>
        <p>
          So that the app works without a network, it stores what you have seen and written on your device: profiles,
          conversations, drafts, and your last place. Logging out deletes all of it.
        </p>
      </>
    ),
  },
  {
    id: 'pp-others',
    title: 'Who gets to see it',
    text: (
      <p>
        Other people see what you publish, and your messages are seen by those you send them to. Notes, tags and who you blocked
        or muted are only for you. Those who run the server can technically reach what is stored, and look at it only to keep the
        service running and safe. Nothing is sold or passed on, except where a court orders it; then we tell you, unless we are
        not allowed to.
      </p>
    ),
  },
  {
    id: 'pp-backups',
    title: 'Backups',
    text: (
      <p>
        The database is copied regularly so that nothing is lost when a machine fails. Such copies are kept for 30 days at most:
        what you delete is gone from the service at once, and from the last copy 30 days later.
      </p>
    ),
  },
  {
    id: 'pp-rights',
    title: 'Your rights',
    text: (
      <p>
        In your settings you can look at what is stored and correct it, download all that you wrote and uploaded as one archive,
        and delete your account with everything in it. You can object, or withdraw what you agreed to, at any time, and complain
        to your local data protection authority.
      </p>
    ),
  },
];
