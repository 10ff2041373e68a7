// Units and warnings of the server's figures.
import { expect, test, vi } from 'vitest';
import type { Health, HealthSample } from '#shared/contract/admin.ts';
import { figureText, serverFigures } from './server-figures.ts';

vi.stubGlobal('navigator', { language: 'en-US' });

const healthySample: HealthSample = {
  atMs: 0,
  readMs: 0.2,
  writeMs: 4.25,
  writesWaiting: 0,
  sockets: 1_204,
  membersOnline: 990,
  pushesWaiting: 3,
  mailsWaiting: 0,
  diskFreeBytes: 52_340_000_000,
  loopDelayMs: 12,
  memoryBytes: 184_000_000,
};
const health: Health = { engine: 'sqlite', startedMs: 0, diskFreeBytesLeast: 1e9, samples: [healthySample] };
const shownFigures = (change: Partial<HealthSample> = {}) =>
  Object.fromEntries(
    serverFigures.map((figure) => {
      const { value, warning } = figureText(figure, { ...healthySample, ...change }, health);
      return [figure.label, warning === null ? value : `${value} (${warning})`];
    }),
  );

test('every figure of a sample is shown in its unit', () => {
  expect(shownFigures()).toEqual({
    'Database read': '0.2 ms',
    'Database write': '4.3 ms',
    'Writes waiting': '0',
    'Members online on this server': '990',
    'Open sockets of this server': '1,204',
    'Pushes waiting': '3',
    'Emails waiting': '0',
    'Disk free': '52.3 GB',
    'Event loop delay': '12 ms',
    Memory: '184 MB',
  });
  expect(serverFigures.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(healthySample)
      .filter((key) => key !== 'atMs')
      .toSorted(),
  );
});

test('a figure that needs attention says why, and one that could not be measured is not shown as zero', () => {
  expect(
    shownFigures({ writeMs: 900, mailsWaiting: 4_000, diskFreeBytes: 4e8, loopDelayMs: 1_300, pushesWaiting: null }),
  ).toMatchObject({
    'Database write': '900 ms (slow)',
    'Emails waiting': '4,000 (too many waiting)',
    'Disk free': '400 MB (too little: pictures are refused)',
    'Event loop delay': '1,300 ms (slow)',
    'Pushes waiting': 'unknown (could not be measured)',
  });
});
