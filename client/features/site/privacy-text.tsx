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
    howLong: 'Until you change it, or one of the two accounts is deleted; what you muted for a time, for that time.',
  },
  {
    what: 'What games may show about you, which is nothing until you agree; your points, and your votes, guesses and proposals in games.',
    howLong: 'What you agreed to, until you change it; all else as long as you have an account.',
  },
  {
    what: 'In the games that members play with each other: what you take part in, on which days you had glitter, which newcomers you said hello to, and who you vouch for.',
    howLong:
      'Until you take it back; the glitter for 30 days after it is gone; the hellos as long as both of you have an account.',
  },
  {
    what: 'About health reports: that one was sent today, and that somebody was notified recently, each as a code without a name. Who reported to whom is not stored.',
    howLong: 'That one was sent: until midnight UTC. That somebody was notified: 32 days.',
  },
  {
    what: 'Who may see your private pictures, and who you share them with. Nobody sees them before you have chosen.',
    howLong: 'Until you change it; what you share for a time, for that time.',
  },
  { what: 'Notifications in the app.', howLong: 'Until you open or delete them.' },
  {
    what: 'Logins: the kind of browser, when first and last used, and a hash for the app lock if you set one there. Not from where.',
    howLong: 'Until you log out; else 24 hours after the last use and 7 days at most, with Remember me 30 and 90 days.',
  },
  {
    what: 'Passkeys that you add: a public key, the name you gave it, which of our sites it is for, and when it was added and last used. Your fingerprint, face or PIN never leaves your device.',
    howLong: 'Until you remove it, or delete your account.',
  },
  {
    what: 'A record of logins, of changes of password, passkeys and address, and the IP address that each came from.',
    howLong: 'The IP address for 90 days; that it happened, as long as you have an account.',
  },
  {
    what: 'Login links, of which we keep a hash.',
    howLong:
      'They work once, for 30 minutes, or up to two hours if others before them were not used, and are deleted a day later.',
  },
  {
    what: 'In which browsers you have logged in, each as a hash, so that you get a login link at once there.',
    howLong: 'Until you log out there, one year after the last login at most.',
  },
  {
    what: 'That you stopped emails with “This was not me”, with the address.',
    howLong: '30 days, or until you allow them again.',
  },
  {
    what: 'Mails to you.',
    howLong: 'Their text until they are sent; to which address one went, about a day longer.',
  },
  {
    what: 'What somebody reports: a copy of the profile text, picture or message, and of up to four messages before it, without the names and contact details of those concerned. The words of reports and appeals are shown without them too. Five members chosen at random see it while they decide, and an administrator if needed; each view is recorded.',
    howLong:
      'Until the decision can no longer be appealed: 14 days after it. About somebody who deleted their account, until it is decided and 30 days at most. What the reporting member wrote is deleted with their account.',
  },
  {
    what: 'A record of those decisions and views that is only ever added to: case numbers and hashes, no names and no content.',
    howLong: 'Forever.',
  },
  {
    what: 'A hash of the first words of a message to somebody you have not written with, so that we notice the same words to many people.',
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

export const privacySections: readonly TextSection[] = [
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
          What others see is a square of 1,000 metres, the same for everybody in it, or of 3,000 metres if you choose so.
          Distances, orders and counts are computed from that area, not from you. With GPS the area is decided once for each place
          where you stay, after three GPS readings, which takes about half a minute, or some minutes close to another place of
          yours; when you come back later it is the same, even if your GPS differs. On the way you are shown where you last
          stayed, and outside your usual surroundings at a point more than two kilometres behind you. Only a point that you placed
          by hand is shown exactly, and only after you have switched that on.
        </p>
        <p>
          The exact point that your device reports, and the places where you stay, are in the server&apos;s memory and on your
          device, and nowhere else: not on the server&apos;s disk, not in logs, not in backups. On disk there is the area. It is
          shown until about 26 hours after the last report, or until you hide, and deleted within an hour after those 26.
        </p>
        <p>The map is drawn from our own server, so nobody else can see which part of the world you look at.</p>
      </>
    ),
  },
  {
    id: 'pp-here',
    title: 'When you are here',
    text: (
      <>
        <p>
          Others see whether you are online in slots of ten minutes, which begin at another time for each member. A visit shows
          once its slot has ended, and for 10 to 30 minutes after you left, drawn at random. Your last visit shows to the hour. We
          store only its slot, and the last use of each login. In Settings you can switch both off; then you don’t see them for
          others either.
        </p>
        <p>
          Who wrote you a message sees at once that you have read it, with the hour and not the minute. They see that you are
          typing only if both of you have written. Each has its own switch. What you send, like and change shows when you do it;
          others don’t learn when you change what they can’t see.
        </p>
      </>
    ),
  },
  {
    id: 'pp-mail',
    title: 'Mail and push',
    text: (
      <>
        <p>
          We write to you when somebody asks for a login link with your address, when your password or address changes or a
          passkey is added, and when we answer what you wrote to us; there is no newsletter. Mails are plain text, load nothing,
          and say nothing about you or about what you do here.
        </p>
        <p>
          Push is off until you switch it on for a device. Then we store the address and keys that the browser gave for it, and
          the name you gave the device, until you remove it, the login on it ends, you change your password elsewhere, or the app
          was not opened there for 60 days. What we send travels encrypted through the push service of the maker of your browser,
          and is a neutral sentence unless you switch previews on.
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
          One cookie keeps you logged in. One, for two hours, marks the browser that asked for a login link. One stays until you
          log out, for a year at most, and says that you have logged in there before. There are no others, and nothing is loaded
          from other companies&apos; servers.
        </p>
        <p>
          Your browser may record the address of a login link that you open, although the app takes it out of the address bar and,
          where it can, out of the list of visited pages. The link no longer works then; deleting the browser&apos;s history
          deletes it too.
        </p>
        <p>
          So that the app works without a network, it stores what you have seen and written on your device: profiles,
          conversations, drafts, and your last place. All of it is encrypted there; settings such as the theme are not. Logging
          out erases the key first, then deletes the rest, so that nothing can be read even from what a browser leaves on the
          disk. Where a browser cannot erase a key, as in some private windows, the app only deletes it. The browser&apos;s own
          cache gets none of it.
        </p>
        <p>
          What the app cannot erase is your browser&apos;s own list of visited pages, and notifications that your system has kept.
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
        In your settings you can look at what is stored and correct it, download all that you wrote and uploaded as one archive
        after a recent login, and delete your account with everything in it. You can object, or withdraw what you agreed to, at
        any time, and complain to your local data protection authority.
      </p>
    ),
  },
];
