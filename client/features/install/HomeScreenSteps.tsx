// Illustrated steps to add the app to the home screen of an iPhone or iPad, because their browsers have no prompt for it.
import { t, type PlainText } from '#client/device/texts.ts';
import { icon, type IconComponent } from '#client/ui/icons.tsx';
import './install.css';

const ShareIcon = icon('M12 3.5v11M8.5 7 12 3.5 15.5 7M8 10H5.5v10.5h13V10H16');
const AddIcon = icon(
  'M7 4.5h10A2.5 2.5 0 0 1 19.5 7v10a2.5 2.5 0 0 1-2.5 2.5H7A2.5 2.5 0 0 1 4.5 17V7A2.5 2.5 0 0 1 7 4.5ZM12 8.5v7M8.5 12h7',
);
const OpenIcon = icon(
  'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM9.5 6.5h1.5V8H9.5ZM13 6.5h1.5V8H13ZM9.5 10.5h1.5V12H9.5Z',
  'M12.6 10.1h2.3v2.3h-2.3Z',
);

interface Step {
  readonly Icon: IconComponent;
  /** In English. */
  readonly text: PlainText;
}

const steps: readonly Step[] = [
  {
    Icon: ShareIcon,
    text: 'Tap Share at the bottom of the screen (at the top on an iPad). If you don’t see it, tap the three dots first.',
  },
  { Icon: AddIcon, text: 'Scroll down and choose “Add to Home Screen”, leave “Open as Web App” on, then tap Add.' },
  { Icon: OpenIcon, text: 'Open the app from your home screen. You can turn on notifications there.' },
];

export function HomeScreenSteps() {
  return (
    <ol className="home-screen-steps" aria-label={t('Add to Home Screen')}>
      {steps.map(({ Icon, text }) => (
        <li key={text}>
          <span className="step-icon">
            <Icon />
          </span>
          <span>{t(text)}</span>
        </li>
      ))}
    </ol>
  );
}
