// What every section of the settings is handed.
import type { Preferences, Settings, SettingsChange } from '#shared/contract/settings.ts';

export interface SectionProps {
  /** What the server knows. */
  readonly settings: Settings;
  /** The choices with what is being saved laid over them. */
  readonly chosen: Preferences;
  readonly isSaving: boolean;
  /** Rejects when it was not saved; the screen says why. */
  readonly onSave: (change: SettingsChange) => Promise<Settings>;
  /** For a choice that is made with one tap: nothing is left to do where it fails. */
  readonly onChoose: (change: SettingsChange) => void;
}
