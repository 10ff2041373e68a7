// A form to choose one of several outcomes, each with an explanation.
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { voteHelp, voteWords } from './case-words.ts';
import './cases.css';

export interface VoteFormProps<V extends keyof typeof voteWords> {
  readonly choices: readonly V[];
  readonly given: V | null;
  readonly label: string;
  readonly isSending: boolean;
  readonly onVote: (vote: V) => void;
}

export function VoteForm<V extends keyof typeof voteWords>({ choices, given, label, isSending, onVote }: VoteFormProps<V>) {
  const [chosen, setChosen] = useState(given);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onVote(chosen);
      }}
    >
      <fieldset className="votes">
        <legend>What should happen?</legend>
        {choices.map((vote) => (
          <label key={vote} className="vote">
            <input type="radio" name="vote" value={vote} checked={vote === chosen} onChange={() => setChosen(vote)} />
            <span>
              {voteWords[vote]}
              <span className="soft small">{voteHelp[vote]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button isWide look="main" type="submit" disabled={chosen === null || isSending}>
        {label}
      </Button>
    </form>
  );
}
