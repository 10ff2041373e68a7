// The editor of the weekly quiet hours, in which no push notifications are sent.
import { t } from '#client/device/texts.ts';
import { useId, useState } from 'react';
import { deviceTimeZone, timeZones } from '#shared/formats/zones.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { PlusIcon } from '#client/ui/icons.tsx';
import { Select } from '#client/ui/Select.tsx';
import { everyNight, isIncomplete, ruleError, rulesOf, spansOf, type QuietRule } from './quiet-rules.ts';
import { QuietRuleRow } from './QuietRuleRow.tsx';
import type { SectionProps } from './section-props.ts';

interface Draft {
  readonly zone: string;
  readonly rules: readonly QuietRule[];
}

export function QuietHoursEditor({ chosen, isSaving, onSave, onChoose }: SectionProps) {
  const { quietHours } = chosen;
  // Null if there are no unsaved changes. Changes from another device are then shown.
  const [draft, setDraft] = useState<Draft | null>(null);
  /** What was set when the member switched the quiet hours off here. Without a draft, switching them on again restores it. */
  const [switchedOff, setSwitchedOff] = useState<Draft | null>(null);
  const stored: Draft | null = quietHours && { zone: quietHours.zone, rules: rulesOf(quietHours.spans) };
  const { zone, rules } = draft ?? stored ?? switchedOff ?? { zone: deviceTimeZone(), rules: [everyNight] };
  const error = ruleError(rules);
  const errorId = useId();

  const setRules = (next: readonly QuietRule[]): void => setDraft({ zone, rules: next });
  const save = (): void => {
    if (error !== null) return;
    onSave({ quietHours: { zone, spans: spansOf(rules) } }).then(
      () => setDraft(null),
      // Nothing to do: the screen shows the error, and the draft stays.
      () => undefined,
    );
  };
  const toggle = (isOn: boolean): void => {
    if (!isOn) {
      setSwitchedOff(stored);
      setDraft(null);
      onChoose({ quietHours: null });
    } else onChoose({ quietHours: { zone, spans: spansOf(rules) } });
  };

  return (
    <>
      <Switch
        label={t('No notifications at these hours')}
        help={t('This applies to all your devices. Anything new waits in the app.')}
        isOn={quietHours !== null}
        onChange={toggle}
      />
      {quietHours !== null && (
        <>
          {rules.map((rule, index) => (
            <QuietRuleRow
              // Rules have no id.
              key={index}
              number={index + 1}
              rule={rule}
              errorId={error !== null && isIncomplete(rule) ? errorId : undefined}
              onRule={(next) => setRules(rules.with(index, next))}
              onRemove={rules.length > 1 ? () => setRules(rules.toSpliced(index, 1)) : null}
            />
          ))}
          <div className="row">
            <Button onClick={() => setRules([...rules, { ...everyNight, days: [] }])}>
              <PlusIcon /> {t('Other hours')}
            </Button>
          </div>
          <Select
            label={t('Time zone')}
            value={zone}
            onValue={(next) => setDraft({ zone: next, rules })}
            options={zoneLabels(zone)}
            help={
              zone === deviceTimeZone()
                ? t('The hours follow the clock there, in summer and winter.')
                : t('This device is in {zone} now.', { zone: zoneLabel(deviceTimeZone()) })
            }
          />
          <Switch
            label={t('Notify me in the morning')}
            help={t('One notification when these hours end, if there is something new. It shows only the number.')}
            isOn={chosen.morningDigest}
            onChange={(morningDigest) => onChoose({ morningDigest })}
          />
          {draft !== null && (
            <>
              {error !== null && (
                <p className="field-error" role="alert" id={errorId}>
                  {error}
                </p>
              )}
              <div className="row">
                <Button look="main" disabled={isSaving || error !== null} onClick={save}>
                  {t('Set quiet hours')}
                </Button>
                <Button onClick={() => setDraft(null)}>{t('Cancel')}</Button>
              </div>
            </>
          )}
        </>
      )}
    </>
  );
}

const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ');

/** All time zones that the browser knows, and always the chosen one and the device's own. */
function zoneLabels(chosen: string): Readonly<Record<string, string>> {
  const zones = new Set([chosen, deviceTimeZone(), ...timeZones()]);
  return Object.fromEntries([...zones].toSorted().map((zone) => [zone, zoneLabel(zone)]));
}
