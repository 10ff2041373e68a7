// The metrics of the process, its queues, sockets and database. None of them discloses anything about a single member.
import { Counter, Gauge, Registry } from 'prom-client';
import type { HealthSample } from '#shared/contract/admin.ts';

export interface Measured {
  readonly version: string;
  readonly start: { readonly done: number; readonly of: number };
  readonly isReady: boolean;
  /** Null while the server starts or ends. */
  readonly hasPictures: boolean | null;
  /** Null while the server starts or ends, and without REDIS_URL. */
  readonly sharesLimits: boolean | null;
  /** Null while the server starts or ends, and for a process that runs alone. */
  readonly knowsChanges: boolean | null;
  /** Null while the server starts or ends, or if its values could not be measured in time. */
  readonly sample: HealthSample | null;
  readonly writes: number | null;
}

/** A new registry with what was measured. A value that could not be measured is left out. */
export function serverMetrics(measured: Measured): Registry {
  const { version, start, isReady, hasPictures, sharesLimits, knowsChanges, sample, writes } = measured;
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, value: number | null | undefined): void => {
    if (value !== null && value !== undefined) new Gauge({ name, help, registers }).set(value);
  };
  const counter = (name: string, help: string, value: number | null): void => {
    if (value !== null) new Counter({ name, help, registers }).inc(value);
  };
  const help = 'The commit of the server and the version of Node.';
  new Gauge({ name: 'community_build_info', help, labelNames: ['version', 'node'], registers }).set(
    { version, node: process.version },
    1,
  );
  gauge('community_uptime_seconds', 'How long the process has been running.', process.uptime());
  gauge('community_ready', '1 if the server can answer members.', Number(isReady));
  gauge('community_start_loaded', 'How many members the start has loaded.', start.done);
  gauge('community_start_expected', 'How many members the start has to load, as far as it knows.', start.of);
  gauge('community_sockets', 'Open sockets of this process.', sample?.sockets);
  gauge('community_mails_waiting', 'Mails that wait to be sent.', sample?.mailsWaiting);
  gauge('community_pushes_waiting', 'Pushes that wait to be sent.', sample?.pushesWaiting);
  gauge('community_database_up', '1 if the database answers a read and a write.', isUp(sample));
  gauge('community_database_read_seconds', 'The duration of an empty read.', inSeconds(sample?.readMs));
  gauge('community_database_write_seconds', 'The duration of an empty write.', inSeconds(sample?.writeMs));
  gauge('community_database_writes_waiting', 'Transactions that wait for their turn.', sample?.writesWaiting);
  counter('community_database_writes_total', 'Committed transactions.', writes);
  gauge('community_disk_free_bytes', 'Free space on the disk of the data directory.', sample?.diskFreeBytes);
  gauge('community_pictures_available', '1 if the store of pictures answers.', flag(hasPictures));
  gauge('community_limits_shared', '1 if Redis answers. Otherwise limits are stricter.', flag(sharesLimits));
  gauge(
    'community_changes_known',
    '1 if the process knows the changes of the others. Otherwise it answers no member.',
    flag(knowsChanges),
  );
  gauge(
    'community_event_loop_delay_max_seconds',
    'The longest delay of the event loop in the last half minute.',
    inSeconds(sample?.loopDelayMs),
  );
  gauge('process_resident_memory_bytes', 'The memory of the process.', process.memoryUsage.rss());
  counter('process_cpu_seconds_total', 'The processor time of the process.', cpuSeconds());
  return registry;
}

const isUp = (sample: HealthSample | null): number =>
  Number(sample !== null && sample.readMs !== null && sample.writeMs !== null);

const flag = (value: boolean | null): number | null => (value === null ? null : Number(value));

const inSeconds = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1_000);

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
