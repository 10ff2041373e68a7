// The form for a juror's vote or an administrator's decision.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { SplitFoot } from '#client/ui/SplitFoot.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { Vote } from '#shared/rules/arbitration.ts';
import { voteHelp, voteLabels } from './case-texts.ts';
import '#client/ui/choice.css';
import '#client/ui/framed-choices.css';
import './cases.css';

export interface VoteFormProps<V extends keyof typeof voteLabels> {
  readonly choices: readonly V[];
  readonly given: V | null;
  /** The text of the button. */
  readonly label: string;
  readonly isSending: boolean;
  readonly onVote: (vote: V) => void;
}

export function VoteForm<V extends keyof typeof voteLabels>({ choices, given, label, isSending, onVote }: VoteFormProps<V>) {
  const [chosen, setChosen] = useState(given);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onVote(chosen);
      }}
    >
      <fieldset className="framed-choices">
        <legend className="vote-question">{t('What should happen?')}</legend>
        {choices.map((vote) => (
          <label key={vote} className="choice choice-box" data-on={vote === chosen || undefined}>
            <input type="radio" name="vote" value={vote} checked={vote === chosen} onChange={() => setChosen(vote)} />
            <VoteText vote={vote} />
          </label>
        ))}
      </fieldset>
      <SplitFoot>
        <Button isWide look="main" type="submit" disabled={chosen === null || isSending}>
          {label}
        </Button>
      </SplitFoot>
    </form>
  );
}

function VoteText({ vote }: { readonly vote: Vote }) {
  return (
    <span className="choice-text">
      {t(voteLabels[vote])}
      <span className="choice-help">{t(voteHelp[vote])}</span>
    </span>
  );
}
