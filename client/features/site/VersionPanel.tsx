// The version panel: what to quote in a problem report, and the switch of debug mode.
import { useQuery } from '@tanstack/react-query';
import { useSessionRecord } from '#client/device/session-record.ts';
import { locationReport, type LocationPoint } from '#client/device/location-report.ts';
import { debugMode, sessionId } from '#client/device/storage.ts';
import { Switch } from '#client/ui/Choice.tsx';
import { useStore } from '#client/ui/store.ts';
import { backendVersionQuery, frontendVersionQuery } from './site.queries.ts';
import './site.css';

export function VersionPanel() {
  const frontend = useQuery(frontendVersionQuery);
  const backend = useQuery(backendVersionQuery);
  const { reported, device } = useStore(locationReport);
  const isDebug = useStore(debugMode);
  const record = useSessionRecord();
  return (
    <section className="version-panel" aria-label="Version">
      <dl>
        <Row name="Frontend" value={versionText(frontend.data)} />
        <Row name="Backend" value={versionText(backend.data)} />
        <Row name="Reported location" value={pointText(reported)} />
        <Row name="Device location" value={pointText(device)} />
        {isDebug && <Row name="Profile id" value={record?.profileId ?? 'none'} />}
        {isDebug && <Row name="Session id" value={String(sessionId())} />}
      </dl>
      <Switch label="Debug mode" isOn={isDebug} onChange={(isOn) => debugMode.set(isOn)} />
    </section>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface Version {
  readonly gitCommitHash: string;
  readonly gitCommitTs: string;
}

const versionText = (version: Version | undefined): string =>
  version === undefined ? 'not known' : `${version.gitCommitHash.slice(0, 10)} · ${version.gitCommitTs}`;

/** Three decimals, about a hundred metres, are enough for a report. */
const pointText = (point: LocationPoint | null): string =>
  point === null ? 'not known' : `${point.lat.toFixed(3)}, ${point.lng.toFixed(3)}`;
