// Starts the longest test files first, so that no core has to wait at the end for one that was started late.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** These are known from whole runs, longest first. Without the results of an earlier run the order would be by size. */
const longest = [
  'features.postgres.test.ts',
  '015-still-layout.test.ts',
  '020-accessible.test.ts',
  '223-canary-firefox.test.ts',
  '210-outbox.test.ts',
  'features-of-processes.postgres.test.ts',
  '022-keyboard.test.ts',
  '025-right-to-left.test.ts',
  '011-routes.test.ts',
  '036-failed-once.test.ts',
  '121-base-map.test.ts',
  '220-lock.test.ts',
  'rights-limits.slow.test.ts',
  '015-home.test.ts',
  '132-upload.test.ts',
  '022-rings.test.ts',
  '113-login-logout.test.ts',
  'privacy.slow.test.ts',
  'hostile-uploads.slow.test.ts',
  '120-chat.test.ts',
  '100-two-members-meet.test.ts',
  '120-place.test.ts',
  '015-skeletons.test.ts',
  'schedules.slow.test.ts',
  '014-frame.test.ts',
  'kill.slow.test.ts',
  '222-canary.test.ts',
  'sizes.slow.test.ts',
  '140-swype.test.ts',
];

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return rank === -1 ? longest.length : rank;
}

/** A process is used again only if the next file is of the same project. */
const projectOf = ({ project }: TestSpecification): string => project.name;

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b) || projectOf(a).localeCompare(projectOf(b)),
    );
  }
}
