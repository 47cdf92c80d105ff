import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';

/** As the compiler writes it: a line of its own, or a call. */
const imported = /^(?:import|export) (?:.+ from )?'([^']+)';$|\bimport\('([^']+)'\)/gm;

/**
 * The modules that these import when they run, and so on: the compiler writes the modules of mere types too.
 * @param directory - the folder of the compiled modules.
 * @param entries - paths in it, such as `src/every.js`.
 * @returns the paths of the modules, and the names of the packages in alphabetical order.
 */
export function followImports(
  directory: string,
  entries: readonly string[],
): { modules: ReadonlySet<string>; packages: readonly string[] } {
  const modules = new Set(entries);
  const packages = new Set<string>();
  // A set also visits what is added to it meanwhile.
  for (const path of modules) {
    const text = readFileSync(join(directory, path), 'utf8');
    for (const [, atStart, onDemand] of text.matchAll(imported)) {
      const name = atStart ?? onDemand!;
      if (name.startsWith('.')) modules.add(posix.join(posix.dirname(path), name));
      else if (!isBuiltin(name)) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)![0]);
    }
  }
  return { modules, packages: [...packages].toSorted() };
}

/** The dependencies of a package that imports these. @throws Error where one of them is no dependency of ours */
export function versionsOf(
  packages: readonly string[],
  dependencies: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    packages.map((name) => {
      const version = dependencies[name];
      if (version === undefined) throw new Error(`${name} is imported, but is no dependency in package.json`);
      return [name, version];
    }),
  );
}
