// The props of every section of the settings.
import type { Preferences, Settings, SettingsChange } from '#shared/contract/settings.ts';

export interface SectionProps {
  /** From the server. */
  readonly settings: Settings;
  /** The choices with running saves applied. */
  readonly chosen: Preferences;
  readonly isSaving: boolean;
  /** Rejects when it was not saved; the screen says why. */
  readonly onSave: (change: SettingsChange) => Promise<Settings>;
  /** For a choice made with one tap: errors are shown by the screen. */
  readonly onChoose: (change: SettingsChange) => void;
}
