// The features of Chromium that browser tests switch off. The last such list of a command line counts, so it repeats Playwright's.

/** Each window would load these two parts of the address bar ahead, in processes of their own, which takes a third of its time. */
const loadedAhead = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const playwrights = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

export const disabledFeatures: readonly string[] = [...playwrights, ...loadedAhead];
