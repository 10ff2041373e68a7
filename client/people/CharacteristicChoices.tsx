// Checkboxes for the characteristics, in groups by category.
import { characteristicCategories } from '#shared/rules/characteristics.ts';
import { categoryText, characteristicText } from './characteristic-text.ts';
import './characteristic-choices.css';

export interface CharacteristicChoicesProps {
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: string[]) => void;
}

export function CharacteristicChoices({ chosen, onChoose }: CharacteristicChoicesProps) {
  const choose = (key: string, isOn: boolean): void => {
    const others = chosen.filter((other) => other !== key);
    onChoose(isOn ? [...others, key] : others);
  };
  return Object.entries(characteristicCategories).map(([category, labels]) => (
    <fieldset key={category} className="characteristics">
      <legend className="field-legend">{categoryText(category)}</legend>
      {labels.map((label) => {
        const key = label.toLowerCase();
        return (
          <label key={key} className="characteristic">
            <input
              type="checkbox"
              name={key}
              checked={chosen.includes(key)}
              onChange={(event) => choose(key, event.target.checked)}
            />
            {characteristicText(key)}
          </label>
        );
      })}
    </fieldset>
  ));
}
