// The props that all sections of the settings have.
import type { Preferences, Settings, SettingsChange } from '#shared/contract/settings.ts';

export interface SectionProps {
  /** The settings as the server has them. */
  readonly settings: Settings;
  /** The preferences with waiting changes applied. */
  readonly chosen: Preferences;
  readonly isSaving: boolean;
  /**
   * Resolves to the new settings, or to null once the device has stored a change that waits for a connection. Rejects if the change
   * could not be saved. The screen then shows the error.
   */
  readonly onSave: (change: SettingsChange) => Promise<Settings | null>;
  /** Saves a choice that needs only one tap. The screen shows errors. */
  readonly onChoose: (change: SettingsChange) => void;
}
