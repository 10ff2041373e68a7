// The props of a settings section.
import type { Preferences, Settings, SettingsChange } from '#shared/contract/settings.ts';

export interface SectionProps {
  /** From the server. */
  readonly settings: Settings;
  /** With pending changes applied. */
  readonly chosen: Preferences;
  readonly isSaving: boolean;
  /** Rejects if saving failed; the screen shows the error. */
  readonly onSave: (change: SettingsChange) => Promise<Settings>;
  /** For choices made with one tap. The screen shows errors. */
  readonly onChoose: (change: SettingsChange) => void;
}
