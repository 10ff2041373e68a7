// The rules against import cycles between files and between rooms.
import type { House, SourceFile } from './source-files.ts';
import { roomOf } from './rooms.ts';

/** For each file or room, the others that it imports, each with a text that names one such import. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Imports of types count, since a reader of one file has to read all files of the cycle. */
export const noFileCycles = ({ sources }: House): string[] => {
  const paths = new Set(sources.map(({ path }) => path));
  const graph = graphOf(sources, (path) => (paths.has(path) ? path : null));
  return cyclesIn(graph).map((cycle) => `${[...cycle, cycle[0]].join(' -> ')}: files import each other in a cycle.`);
};

/** Tests do not count, since they may import any room. */
export const noRoomCycles = ({ sources }: House): string[] => {
  const graph = graphOf(
    sources.filter(({ isTest }) => !isTest),
    roomOf,
  );
  return cyclesIn(graph).map(([first = '', ...others]) => {
    const steps = [...others, first].map((room, index) => {
      const from = [first, ...others][index] ?? '';
      return `-> ${room} (${graph.get(from)?.get(room)})`;
    });
    return `${first} ${steps.join(' ')}: rooms import each other in a cycle.`;
  });
};

function graphOf(sources: readonly SourceFile[], nodeOf: (path: string) => string | null): Graph {
  const graph = new Map<string, Map<string, string>>();
  for (const { path, imports } of sources) {
    const from = nodeOf(path);
    for (const { file } of imports) {
      const to = file === null ? null : nodeOf(file);
      if (from === null || to === null || from === to) continue;
      const next = graph.get(from) ?? new Map<string, string>();
      graph.set(from, next);
      if (!next.has(to)) next.set(to, `${path} imports ${file}`);
    }
  }
  return graph;
}

/** Returns the shortest cycles that together contain every import of a cycle. */
function cyclesIn(graph: Graph): string[][] {
  const shortest = [...graph]
    .flatMap(([from, next]) => [...next.keys()].map((to) => shortestPath(graph, to, from)))
    .filter((cycle) => cycle !== null)
    .sort((one, other) => one.length - other.length);
  const covered = new Set<string>();
  const cycles: string[][] = [];
  for (const cycle of shortest) {
    const steps = cycle.map((from, index) => `${from} ${cycle[(index + 1) % cycle.length]}`);
    if (covered.has(steps.at(-1) ?? '')) continue;
    for (const step of steps) covered.add(step);
    cycles.push(startingAtFirstName(cycle));
  }
  return cycles;
}

function shortestPath(graph: Graph, from: string, to: string): string[] | null {
  const ways = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? '';
    if (last === to) return way;
    for (const next of graph.get(last)?.keys() ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}

function startingAtFirstName(cycle: readonly string[]): string[] {
  const start = cycle.indexOf([...cycle].sort()[0] ?? '');
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}
