import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const entry = join(import.meta.dirname, '..', 'src', 'source', 'proof', 'worker.ts');

/**
 * The module that stands in for `src/source/proof/worker-text.ts` wherever the elements are released: it holds the code
 * of the worker, with all that the worker imports, as a text.
 */
export async function buildWorkerText(): Promise<string> {
  const bundled = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      write: false,
      minify: true,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const [{ output }] = bundled as [Rolldown.RolldownOutput];
  return `export const workerText = ${JSON.stringify(output[0].code)};`;
}
