// The sheet that lists the keyboard shortcuts, opened with `?` or from the menu.
import { Dialog } from '#client/ui/Dialog.tsx';
import './key-sheet.css';

interface KeyGroup {
  readonly where: string;
  /** The labels of the keys, and their effect. */
  readonly keys: readonly (readonly [keys: readonly string[], effect: string])[];
}

const groups: readonly KeyGroup[] = [
  {
    where: 'Everywhere',
    keys: [
      [['?'], 'This list'],
      [['Tab'], 'To the next control; the first one skips to the content'],
      [['Esc'], 'Closes a menu or dialog'],
      [['Esc', 'Esc'], 'Hides the screen, and brings it back'],
    ],
  },
  {
    where: 'Map',
    keys: [
      [['←', '→', '↑', '↓'], 'Move it'],
      [['+', '−'], 'Closer and farther'],
    ],
  },
  {
    where: 'Pictures and tabs',
    keys: [[['←', '→'], 'To the one before and the next']],
  },
  {
    where: 'Cropping a picture',
    keys: [
      [['←', '→', '↑', '↓'], 'Move it'],
      [['+', '−'], 'Closer and farther'],
      [['[', ']'], 'Turn it by one degree'],
      [['{', '}'], 'Turn it by a quarter'],
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
      [['Backspace'], 'Takes the last one back'],
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
      [['Enter'], 'Sends, where there is a keyboard'],
      [['Shift', 'Enter'], 'Begins a new line'],
      [['↑', '↓'], 'From message to message'],
      [['Enter', 'R'], 'On a message: its menu, and a reply'],
      [['Esc'], 'On a message: back to writing'],
    ],
  },
];

export function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keys">
      {groups.map(({ where, keys }) => (
        <section key={where} className="key-group" aria-label={where}>
          <h3>{where}</h3>
          <dl>
            {keys.map(([names, effect]) => (
              <div key={effect}>
                <dt>
                  {names.map((name, index) => (
                    <kbd key={index}>{name}</kbd>
                  ))}
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
