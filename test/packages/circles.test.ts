/**
 * What two need lies below both. So wherever things stand side by side in a folder, be they folders or files, they form
 * no circle by what they import: rooms do not, nor do the folders of a room, nor the files of a folder. (Of files the
 * linter says so too, and sooner.)
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { rooms } from '../support/rooms.ts';

const root = join(import.meta.dirname, '../..');

interface Import {
  readonly from: string;
  readonly to: string;
}

/** By the folder in which they stand: what of it imports what else of it, and where. */
type Graphs = Map<string, Map<string, Map<string, Import>>>;

function importsOf(file: string, text: string): Import[] {
  const names = text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...names].map(([, name]) => ({ from: file, to: normalize(join(dirname(file), name!)) }));
}

function graphsOf(imports: readonly Import[]): Graphs {
  const graphs: Graphs = new Map();
  for (const one of imports) {
    const [from, to] = [one.from.split('/'), one.to.split('/')];
    const shared = from.findIndex((name, depth) => name !== to[depth]);
    if (shared < 0) continue;
    const folder = from.slice(0, shared).join('/');
    const graph = graphs.get(folder) ?? new Map<string, Map<string, Import>>();
    const [name, other] = [from[shared]!, to[shared]!];
    graphs.set(folder, graph.set(name, (graph.get(name) ?? new Map<string, Import>()).set(other, one)));
  }
  return graphs;
}

/** The imports of one circle, in its order; none where there is none. */
function circleIn(graph: Map<string, Map<string, Import>>): Import[] {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[], way: readonly Import[]): Import[] => {
    const begun = path.indexOf(name);
    if (begun >= 0) return way.slice(begun);
    if (done.has(name)) return [];
    for (const [other, one] of graph.get(name) ?? []) {
      const circle = visit(other, [...path, name], [...way, one]);
      if (circle.length > 0) return circle;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const circle = visit(name, [], []);
    if (circle.length > 0) return circle;
  }
  return [];
}

const describe = (circle: readonly Import[]): string =>
  circle.map(({ from, to }) => `  ${from} imports ${to}`).join('\n');

const files = globSync(
  rooms.map((room) => `${room}/**/*.{ts,js}`),
  { cwd: root, exclude: (name) => /(^|\/)(node_modules|dist|data)$/.test(name) },
);
const graphs = graphsOf(files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8'))));

for (const folder of [...graphs.keys()].toSorted()) {
  test(`nothing side by side in ${folder || 'the repository'} forms a circle`, () => {
    const circle = circleIn(graphs.get(folder)!);
    assert.equal(circle.length, 0, `\n${describe(circle)}\n`);
  });
}

test('a circle of folders is found although no files form one', () => {
  const text = (to: string) => `import type { A } from '${to}';\nimport {\n  b,\n} from 'elsewhere';\n`;
  const imports = [
    ...importsOf('room/one/a.ts', text('../two/b.ts')),
    ...importsOf('room/two/c.ts', text('../one/d.ts')),
    ...importsOf('room/e.ts', text('./one/a.ts')),
  ];
  assert.deepEqual(
    circleIn(graphsOf(imports).get('room')!).map(({ from }) => from),
    ['room/one/a.ts', 'room/two/c.ts'],
  );
  assert.deepEqual(circleIn(graphsOf(imports.slice(1)).get('room')!), []);
});
