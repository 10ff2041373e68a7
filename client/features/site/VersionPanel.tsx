// The versions of client and server for problem reports, with a switch for debug mode.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useSessionRecord } from '#client/device/session-record.ts';
import { locationReport, type LocationPoint } from '#client/device/location-report.ts';
import { debugMode, sessionId } from '#client/device/storage.ts';
import { Button } from '#client/ui/Button.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { Switch } from '#client/ui/Switch.tsx';
import { useStore } from '#client/device/store.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { backendVersionQuery, frontendVersionQuery } from './site.queries.ts';
import './site.css';

const copiedNoticeMs = 2_000;
/** The panel shows ten digits of the hash and the time without seconds, and the copied text has all. */
const fullVersion = /^(\w{10})\w{30} · (.{10})T(.{5}):\d\d(.*)/;

type Row = readonly [name: string, value: string];

export function VersionPanel() {
  const rows = useRows();
  const isDebug = useStore(debugMode);
  return (
    <section className="version-panel" aria-label={t('Version')}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.replace(fullVersion, '$1\n$2 $3 $4')}</dd>
          </div>
        ))}
      </dl>
      <CopyButton text={rows.map((row) => row.join(': ')).join('\n')} />
      <Switch label={t('Debug mode')} isOn={isDebug} onChange={(isOn) => debugMode.set(isOn)} />
    </section>
  );
}

/** The ids of profile and session are shown only in debug mode. */
function useRows(): Row[] {
  const frontend = useQuery(frontendVersionQuery);
  const backend = useQuery(backendVersionQuery);
  const { reported, device } = useStore(locationReport);
  const isDebug = useStore(debugMode);
  const record = useSessionRecord();
  const ids: Row[] = [
    [t('Profile id'), record?.profileId ?? t('profile id|none')],
    [t('Session id'), isDebug ? String(sessionId()) : ''],
  ];
  return [
    [t('Frontend'), versionText(frontend.data)],
    [t('Backend'), versionText(backend.data)],
    [t('Reported location'), pointText(reported)],
    [t('Device location'), pointText(device)],
    ...(isDebug ? ids : []),
  ];
}

function CopyButton({ text }: { readonly text: string }) {
  const [isCopied, showCopied] = useTimed(copiedNoticeMs);
  // Over plain http there is no clipboard, but the member can select the text.
  const copy = (): void => void copyText(text).then((isThere) => isThere && showCopied());
  return (
    <Button onClick={copy} aria-live="polite">
      {isCopied ? t('Copied') : t('Copy for a problem report')}
    </Button>
  );
}

interface Version {
  readonly gitCommitHash: string;
  readonly gitCommitTs: string;
}

const versionText = (version: Version | undefined): string =>
  version === undefined ? t('unknown') : `${version.gitCommitHash} · ${version.gitCommitTs}`;

/** Three decimals are about a hundred metres. */
const pointText = (point: LocationPoint | null): string =>
  point === null ? t('unknown') : `${point.lat.toFixed(3)}, ${point.lng.toFixed(3)}`;
