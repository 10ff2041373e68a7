// Heights and weights as typed by members.
import { expect, test } from 'vitest';
import { heightCmOf, weightKgOf } from './measures.ts';

test.each([
  [`5'11"`, 180.3],
  ['5’11”', 180.3],
  ['5 ft 11', 180.3],
  ['5ft11in', 180.3],
  [`6'`, 182.9],
  ['71 in', 180.3],
  ['71″', 180.3],
  ['180 cm', 180],
  ['180', 180],
  ['1.80 m', 180],
  ['1,80 m', 180],
  ['1m80', 180],
  [' 180CM ', 180],
  ['90', 90],
  ['260 cm', 260],
  ['1 m 80', 180],
  ["5'11''", 180.3],
  ['١٨٠ سم', 180],
  ['١٫٨٠ م', 180],
  ['۱۸۰', 180],
])('the height %s is %d cm', (text, cm) => expect(heightCmOf(text)).toBe(cm));

test.each([
  ['170 lb', 77.1],
  ['170 lbs', 77.1],
  ['170#', 77.1],
  ['170', 77.1],
  ['77 kg', 77],
  ['77.5kg', 77.5],
  ['77', 77],
  ['12 st 2 lb', 77.1],
  ['12 stone', 76.2],
  ['120', 54.4],
  ['119', 119],
  ['30 kg', 30],
  ['400 kg', 400],
  [' 77,5 KG ', 77.5],
  ['٧٧٫٥ كجم', 77.5],
  ['٧٧ كغ', 77],
  ['77 kilo', 77],
])('the weight %s is %d kg', (text, kg) => expect(weightKgOf(text)).toBe(kg));

test.each(['', 'tall', '5.11', '0 cm', '18 cm', '1800 mm', '9 ft', '89 cm', '261', `5'11" or so`, '<b>180 cm</b>'])(
  '"%s" is not a valid height',
  (text) => expect(heightCmOf(text)).toBeNull(),
);
test.each(['', 'slim', '7 kg', '29 kg', '401 kg', '900 lb', '77 stones'])('"%s" is not a valid weight', (text) =>
  expect(weightKgOf(text)).toBeNull(),
);
