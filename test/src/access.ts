import 'axe-core';
import type axe from 'axe-core';
import { equal } from './support.ts';

const runner = (globalThis as unknown as { axe: typeof axe }).axe;

/** What the page shows is accessible, by the rules of WCAG 2.2 AA. */
export async function checkAccess(what: string): Promise<void> {
  const { violations } = await runner.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  });
  equal(
    violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`),
    [],
    what,
  );
}
