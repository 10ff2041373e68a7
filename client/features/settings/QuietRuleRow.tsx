// One rule of the quiet hours: days, start and end.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { numberText } from '#shared/formats/numbers.ts';
import { nameOfWeekday } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { TrashIcon } from '#client/ui/icons.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import { endNote, minuteOf, timeOf, weekdays, type QuietRule } from './quiet-rules.ts';

export interface QuietRuleRowProps {
  /** The first rule has the number 1. */
  readonly number: number;
  readonly rule: QuietRule;
  /** The element with the reason why this rule cannot be saved. */
  readonly errorId: string | undefined;
  readonly onRule: (rule: QuietRule) => void;
  /** Null for the only rule, which cannot be removed. */
  readonly onRemove: (() => void) | null;
}

export function QuietRuleRow({ number, rule, errorId, onRule, onRemove }: QuietRuleRowProps) {
  const toggle = (day: number): void =>
    onRule({ ...rule, days: weekdays.filter((other) => rule.days.includes(other) !== (other === day)) });
  return (
    <fieldset className="quiet-rule" aria-describedby={errorId}>
      <legend className="visually-hidden">{t('Quiet hours {number}', { number: numberText(number, locale()) })}</legend>
      <div className="quiet-days">
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            className="quiet-day"
            aria-pressed={rule.days.includes(day)}
            aria-label={nameOfWeekday(day, 'long', locale())}
            onClick={() => toggle(day)}
          >
            {nameOfWeekday(day, 'short', locale())}
          </button>
        ))}
      </div>
      <div className="quiet-times">
        <TextField
          label={t('time|From')}
          type="time"
          value={timeOf(rule.fromMinute)}
          onValue={(text) => onRule({ ...rule, fromMinute: minuteOf(text) })}
        />
        <TextField
          label={t('time|Until')}
          type="time"
          value={timeOf(rule.untilMinute)}
          onValue={(text) => onRule({ ...rule, untilMinute: minuteOf(text) })}
        />
      </div>
      {(onRemove !== null || endNote(rule) !== '') && (
        <div className="quiet-foot">
          <p className="field-help">{endNote(rule)}</p>
          {onRemove && (
            <Button
              look="round"
              onClick={onRemove}
              aria-label={t('Remove quiet hours {number}', { number: numberText(number, locale()) })}
            >
              <TrashIcon />
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
