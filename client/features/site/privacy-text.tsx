// The privacy policy: the stored data, its retention, and who can see it.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { brand } from '#client/device/brand.ts';
import { rich } from '#client/ui/rich.tsx';
import type { TextSection } from './terms-text.tsx';

/** In English. The rows describe what the server does. Change a row together with the server. */
const retention = [
  {
    what: 'Your email address, and a hash of your password if you set one. The password itself is not stored.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'The acknowledgements that you accepted when you registered: which ones, their version, the time, and your IP address.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'Your profile and its pictures. We make a new file from each picture that you upload. The file you uploaded, its name, and the location and camera recorded in it are not stored.',
    howLong:
      'Until you change or delete them. A picture that you never put into your profile or a message is deleted after 24 hours. A picture to view once is deleted 24 hours after it was viewed, unless it was reported.',
  },
  {
    what: 'Your date of birth. Others see your age, never the date.',
    howLong: 'As long as you have an account.',
  },
  {
    what: 'Messages and the pictures in them.',
    howLong:
      'Until you unsend them or delete your account, which removes them for both of you. If you only delete a message for yourself, the other person still sees it.',
  },
  {
    what: brand.discreet
      ? 'The members and pictures you marked, the members you blocked or muted, and your private notes and tags.'
      : 'The members and pictures you liked, the members you blocked or muted, and your private notes and tags.',
    howLong:
      'Until you change it, or your account or the other member’s is deleted. A mute that you set for a time ends after that time.',
  },
  {
    what: 'Your choice of what games may show about you, which is nothing until you agree. Your points, votes, guesses and proposals in games.',
    howLong: 'Your choice until you change it, the rest as long as you have an account.',
  },
  {
    what: 'From the games that members play with each other: which ones you take part in, the days on which you had glitter, the newcomers you said hello to, and the members you vouch for.',
    howLong:
      'Until you take it back. Glitter days are stored for 30 days after the glitter has passed, hellos as long as both of you have an account.',
  },
  {
    what: 'Health reports: that a member sent one today, and that a member was notified recently, each as a code without a name. We do not store who reported to whom.',
    howLong: 'The code of the report until midnight UTC, the code of the notification for 32 days.',
  },
  {
    what: 'Your choice of who may see your private pictures, and the members you share them with. Nobody sees them before you have chosen.',
    howLong: 'Until you change it. If you share them for a time, until that time ends.',
  },
  { what: 'Notifications in the app.', howLong: 'Until you open or delete them.' },
  {
    what: 'Your logins: the kind of browser, the times of the first and the last use, and a hash for the app lock if you set one there.',
    howLong:
      'Until you log out. Otherwise until 24 hours after the last use, and for at most 7 days. With Remember me it is 30 days after the last use, and at most 90 days.',
  },
  {
    what: 'Your passkeys: for each a public key, the name you gave it, the site it belongs to, and when you added and last used it. Your fingerprint, face or PIN never leaves your device.',
    howLong: 'Until you remove it, or delete your account.',
  },
  {
    what: 'A record of your logins and of changes to your password, passkeys and email address, with the IP address of each.',
    howLong: 'The IP address for 90 days, the rest as long as you have an account.',
  },
  {
    what: 'For each login link: a hash, the email address, the acknowledgements, the time and the IP address.',
    howLong:
      'Until a day after the link has expired. A link works once, and for 30 minutes, or for up to two hours if you did not use earlier links.',
  },
  {
    what: 'A hash for each browser in which you have logged in, so that login links you request there are sent at once.',
    howLong: 'Until you log out there, or until one year after your last login there.',
  },
  {
    what: 'If you stopped emails with “This was not me”: that you did, and the email address.',
    howLong: '30 days, or until you allow them again.',
  },
  {
    what: 'Emails to you.',
    howLong: 'The text until the email is sent, the address for about a day longer.',
  },
  {
    what: 'Reported content: a copy of the profile text, picture or message, and of up to four messages before it, without the names and contact details of the people concerned. They are also removed from what is shown of reports and appeals. Five members chosen at random see the copy while they decide, and an administrator if needed. Each view is recorded.',
    howLong:
      'Until 14 days after the decision, when it can no longer be appealed. If the reported member deletes their account, until the decision, and for at most 30 days. What the reporting member wrote is deleted with their account.',
  },
  {
    what: 'A record of these decisions and views, from which nothing is ever removed. It contains case numbers and hashes, no names and no content.',
    howLong: 'Forever.',
  },
  {
    what: 'A hash of the first message that you write to a member, so that we notice when many people get the same message.',
    howLong: 'About a day.',
  },
  {
    what: 'Fingerprints of pictures that were taken down, so that they can be recognised when they are uploaded again. No picture can be made from a fingerprint, and we do not store whose picture it was.',
    howLong: 'Forever, unless the decision is reversed.',
  },
  {
    what: 'What you write to us through Contact Us, and our replies.',
    howLong:
      'For as long as we need it to reply and to solve the problem. Once your account is deleted, we no longer store that the message was yours.',
  },
] as const satisfies readonly { readonly what: string; readonly howLong: string }[];

export const privacySections = [
  {
    id: 'pp-responsible',
    title: 'Who is responsible',
    text: () => (
      <p>
        {rich(
          t(
            'The society named at the top of this page. Write to <mail>{address}</mail> or through <contact>Contact Us</contact> with any question about your data. A person answers.',
            {
              address: brand.supportAddress,
            },
          ),
          {
            mail: (address) => <a href={`mailto:${address}`}>{address}</a>,
            contact: (text) => <Link to="/contactus">{text}</Link>,
          },
        )}
      </p>
    ),
  },
  {
    id: 'pp-kept',
    title: 'What is stored, and for how long',
    text: () => (
      <dl className="kept">
        {retention.map(({ what, howLong }) => (
          <div key={what}>
            <dt>{t(what)}</dt>
            <dd>{t(howLong)}</dd>
          </div>
        ))}
      </dl>
    ),
  },
  {
    id: 'pp-place',
    title: 'Where you are',
    text: () => (
      <>
        <p>
          {t(
            'Others see you in a square of 1,000 metres, or of 3,000 metres if you choose so. Everybody who is in it appears in the same square. Distances, the order of lists, and counts are computed from this area, not from your exact location.',
          )}
        </p>
        <p>
          {t(
            'When you use GPS, the app decides on an area once for each place where you stay, after three GPS readings. This takes about half a minute, or a few minutes near another of your places. When you come back later, the area is the same, even if your GPS readings differ. While you are on the way, others see you where you last stayed. Outside your usual surroundings they see you at a point more than two kilometres behind you. Only a point that you placed by hand can be shown exactly, and only after you have switched that on.',
          )}
        </p>
        <p>
          {t(
            'The exact point that your device reports, and the places where you stay, are only in the server’s memory and on your device. They are never on the server’s disk, in logs or in backups. The server’s disk has only the area. It is shown until about 26 hours after the last report, or until you hide on the map. After those 26 hours it is deleted within an hour.',
          )}
        </p>
        <p>{t('The map comes from our own server, so no other company can see which part of the world you look at.')}</p>
      </>
    ),
  },
  {
    id: 'pp-here',
    title: 'When you are online',
    text: () => (
      <>
        <p>
          {t(
            'Others see whether you are online in steps of ten minutes, which begin at a different time for each member. You appear online when the step in which you came has ended, and until 10 to 30 minutes, at random, after you left. They see the time of your last visit to the hour. We store only the step of your last visit, and the last use of each login. You can switch both off in your settings. Then you don’t see them for others either.',
          )}
        </p>
        <p>
          {t(
            'When you read a message, its sender sees so at once, with the hour but not the minute. They see that you are typing only if both of you have written. You can switch each of these off, except for pictures to view once. Others see what you send, like and change when you do it. They don’t notice a change to something they can’t see.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'pp-mail',
    title: 'Email and push',
    text: () => (
      <>
        <p>
          {t(
            'We send you an email when somebody requests a login link for your address, when your password or address changes, when a passkey is added, and when we reply to what you wrote to us. There is no newsletter. Our emails are plain text. They load nothing, and say nothing about you or about what you do here.',
          )}
        </p>
        <p>
          {t(
            'Push is off until you switch it on for a device. Then we store the push address and keys that the browser gave us, and the name you gave the device. We delete them when you remove the device, when the login on it ends, when you change your password elsewhere, or when the app was not opened there for 60 days. We send push notifications encrypted, through the push service of your browser’s maker. They contain a neutral sentence unless you switch previews on.',
          )}
        </p>
      </>
    ),
  },
  {
    id: 'pp-device',
    title: 'Cookies and what is on your device',
    text: () => (
      <>
        <p>
          {t(
            'We use four cookies. The first keeps you logged in. The second recognises for two hours the browser that requested a login link. The third stays until you log out, or for at most a year, and recognises a browser in which you have logged in before. The fourth stays for at most a year after you have chosen a language, and contains only that language. Nothing is loaded from other companies’ servers.',
          )}
        </p>
        <p>
          {t(
            'Your browser may record the address of a login link that you open, although the app removes it from the address bar and, where it can, from the browser’s history. The link no longer works by then. If you delete the browser’s history, the address is deleted too.',
          )}
        </p>
        <p>
          {t(
            'The app stores on your device what you have seen and written, so that it works offline: profiles, conversations, drafts, and your last location. All of this is encrypted. Settings such as the theme are not. When you log out, the app first erases the key and then deletes the rest, so that nothing left on the disk can be read. Where a browser cannot erase a key, as in some private windows, the app only deletes it. None of this is in the browser’s own cache.',
          )}
        </p>
        <p>{t('The app cannot erase the browser’s own history, or notifications that your device has kept.')}</p>
      </>
    ),
  },
  {
    id: 'pp-others',
    title: 'Who can see your data',
    text: () => (
      <p>
        {t(
          'Other members see what you publish, and the people you write to see your messages. Only you see your notes and tags, and who you blocked or muted. The people who run the server can technically read what is stored there. They do so only to keep the service running and safe. We do not sell your data or pass it on, unless a court orders us to. Then we tell you, unless we are not allowed to.',
        )}
      </p>
    ),
  },
  {
    id: 'pp-backups',
    title: 'Backups',
    text: () => (
      <p>
        {t(
          'We copy the database regularly, so that nothing is lost when a machine fails. We keep a copy for at most 30 days. What you delete is gone from the service at once, and from the last copy 30 days later.',
        )}
      </p>
    ),
  },
  {
    id: 'pp-rights',
    title: 'Your rights',
    text: () => (
      <p>
        {t(
          'You can look at what is stored and correct it, download everything you wrote and uploaded as one archive after a recent login, and delete your account with everything in it. You find all this in your settings. At any time you can object, withdraw what you agreed to, and complain to your local data protection authority.',
        )}
      </p>
    ),
  },
] as const satisfies readonly TextSection[];
