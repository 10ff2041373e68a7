// Rules against circles of imports: between files, and between the rooms they belong to.
import type { House, SourceFile } from './source-files.ts';
import { roomOf } from './rooms.ts';

/** From each node to its neighbours, with the import that joins the two. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Imports of types count: a reader of one file of a circle has to read them all. */
export const noFileCircles = ({ sources }: House): string[] => {
  const paths = new Set(sources.map(({ path }) => path));
  const graph = graphOf(sources, (path) => (paths.has(path) ? path : null));
  return circlesIn(graph).map((circle) => `${[...circle, circle[0]].join(' -> ')}: files import each other in a circle.`);
};

/** Tests may import any room, so their imports join none. */
export const noRoomCircles = ({ sources }: House): string[] => {
  const graph = graphOf(
    sources.filter(({ isTest }) => !isTest),
    roomOf,
  );
  return circlesIn(graph).map(([first = '', ...others]) => {
    const steps = [...others, first].map((room, index) => {
      const from = [first, ...others][index] ?? '';
      return `-> ${room} (${graph.get(from)?.get(room)})`;
    });
    return `${first} ${steps.join(' ')}: rooms import each other in a circle.`;
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

/** Shortest circles, the shortest first, until every import that is part of a circle is part of one of these. */
function circlesIn(graph: Graph): string[][] {
  const shortest = [...graph]
    .flatMap(([from, next]) => [...next.keys()].map((to) => shortestWay(graph, to, from)))
    .filter((circle) => circle !== null)
    .sort((one, other) => one.length - other.length);
  const covered = new Set<string>();
  const circles: string[][] = [];
  for (const circle of shortest) {
    const steps = circle.map((from, index) => `${from} ${circle[(index + 1) % circle.length]}`);
    // The way back ends at the import that it was looked for.
    if (covered.has(steps.at(-1) ?? '')) continue;
    for (const step of steps) covered.add(step);
    circles.push(startingAtFirstName(circle));
  }
  return circles;
}

function shortestWay(graph: Graph, from: string, to: string): string[] | null {
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

function startingAtFirstName(circle: readonly string[]): string[] {
  const start = circle.indexOf([...circle].sort()[0] ?? '');
  return [...circle.slice(start), ...circle.slice(0, start)];
}
