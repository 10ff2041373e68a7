// Writes metrics in the text format of Prometheus, version 0.0.4.

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  /** Only samples of a histogram have one. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Readonly<Record<string, string>>;
  /** A sample that could not be measured is null, and is left out. */
  readonly value: number | null;
}

export const prometheusType = 'text/plain; version=0.0.4; charset=utf-8';

export const prometheusText = (metrics: readonly Metric[]): string => metrics.map(textOf).join('');

export const gauge = (name: string, help: string, value: number | null): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
});

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'counter',
  samples: [{ value }],
});

function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.flatMap(({ suffix = '', labels = {}, value }) =>
    value === null ? [] : [`${name}${suffix}${labelsOf(labels)} ${value}\n`],
  );
  return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelsOf(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
