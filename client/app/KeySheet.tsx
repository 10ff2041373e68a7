// The sheet that lists the keyboard shortcuts, opened with `?` or from the menu.
import { t, type PlainText } from '#client/device/texts.ts';
import { Dialog } from '#client/ui/Dialog.tsx';
import './key-sheet.css';

type Sign = '←' | '→' | '↑' | '↓' | '+' | '−' | '[' | ']' | '{' | '}' | '?' | 'R';

/** The texts are in English. */
interface KeyGroup {
  readonly where: PlainText;
  /** The labels of the keys, and what each does. */
  readonly keys: readonly (readonly [keys: readonly (PlainText | Sign)[], effect: PlainText])[];
}

const groups: readonly KeyGroup[] = [
  {
    where: 'Everywhere',
    keys: [
      [['?'], 'Show this list'],
      [['Tab'], 'Go to the next control. The first one skips to the content.'],
      [['Esc'], 'Close a menu or dialog'],
      [['Esc', 'Esc'], 'Hide the screen, or show it again'],
    ],
  },
  {
    where: 'Map',
    keys: [
      [['←', '→', '↑', '↓'], 'Move it'],
      [['+', '−'], 'Zoom in or out'],
    ],
  },
  {
    where: 'Pictures and tabs',
    keys: [[['←', '→'], 'Go to the previous or next one']],
  },
  {
    where: 'Cropping a picture',
    keys: [
      [['←', '→', '↑', '↓'], 'Move it'],
      [['+', '−'], 'Zoom in or out'],
      [['[', ']'], 'Rotate it by one degree'],
      [['{', '}'], 'Rotate it by a quarter turn'],
    ],
  },
  {
    where: 'Rating pictures',
    keys: [
      [['→'], 'Like'],
      [['←'], 'Dislike'],
      [['↓'], 'Skip'],
    ],
  },
  {
    where: 'Swiping members',
    keys: [
      [['→'], 'Like'],
      [['←'], 'Dislike'],
      [['↓'], 'Skip'],
      [['Backspace'], 'Undo the last swipe'],
    ],
  },
  {
    where: 'GPT Buster',
    keys: [
      [['→'], 'A member wrote it'],
      [['←'], 'A machine wrote it'],
    ],
  },
  {
    where: 'Chats',
    keys: [
      [['Enter'], 'Send, if you have a keyboard'],
      [['Shift', 'Enter'], 'Start a new line'],
      [['↑', '↓'], 'Go from message to message'],
      [['Enter', 'R'], 'Open a message’s menu, or reply to it'],
      [['Esc'], 'Go back from a message to writing'],
    ],
  },
];

const isSign = (name: PlainText | Sign): name is Sign => name.length === 1;

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t('Keyboard shortcuts')}>
      {groups.map(({ where, keys }) => (
        <section key={where} className="key-group" aria-label={t(where)}>
          <h3>{t(where)}</h3>
          <dl>
            {keys.map(([names, effect]) => (
              <div key={effect}>
                <dt>
                  {names.map((name, index) => (
                    <kbd key={index}>{isSign(name) ? name : t(name)}</kbd>
                  ))}
                </dt>
                <dd>{t(effect)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
