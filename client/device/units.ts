// The distance units that the member chose, stored on the device so that they are known offline.
import { createStore } from './store.ts';
import { deviceKeys, readLocal, writeLocal } from './storage.ts';

const unitChoices = ['auto', 'miles', 'metric'] as const;
export type UnitChoice = (typeof unitChoices)[number];

export const unitChoice = createStore<UnitChoice>(storedChoice(), 'auto');

export function chooseUnits(next: UnitChoice): void {
  unitChoice.set(next);
  writeLocal(deviceKeys.units, next === 'auto' ? null : next);
}

function storedChoice(): UnitChoice {
  const stored = readLocal(deviceKeys.units);
  return unitChoices.find((known) => known === stored) ?? 'auto';
}
