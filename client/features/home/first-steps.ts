// The three first steps of a new member. Each is a fragment of Home's address, so that Back and Reload work.
const firstSteps = ['name', 'picture', 'place'] as const;
export type FirstStep = (typeof firstSteps)[number];

export const isFirstStep = (fragment: string): fragment is FirstStep => firstSteps.some((step) => step === fragment);

/** For example "Step 1 of 3". */
export const progressText = (step: FirstStep): string => `Step ${firstSteps.indexOf(step) + 1} of ${firstSteps.length}`;
