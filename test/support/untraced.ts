/**
 * Lets the test runner know by an `AsyncLocalStorage` which test something belongs to. It would trace each promise for
 * it, which is a sixth of what tests cost that have databases and servers in their process. To be loaded before
 * `node:test` is, with `--import`.
 */
import hooks from 'node:async_hooks';
import { createRequire } from 'node:module';

const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;
type Callbacks = Parameters<typeof createHook>[0];

const current = new AsyncLocalStorage<number>();
let loading: number | undefined;
let callbacks: Callbacks = {};
const hook: ReturnType<typeof createHook> = { enable: () => hook, disable: () => hook };

/** What tests and suites are made from. */
class TestResource extends AsyncResource {
  constructor(type: string, options?: hooks.AsyncResourceOptions) {
    super(type, options);
    callbacks.init?.(this.asyncId(), type, this.triggerAsyncId(), this);
  }

  override runInAsyncScope<This, Result>(
    work: (this: This, ...given: never[]) => Result,
    own?: This,
    ...given: unknown[]
  ): Result {
    // Inside, since it goes back to where it was made.
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => work.apply(own!, given as never[])));
  }
}

Object.assign(hooks, {
  AsyncResource: TestResource,
  createHook(given: Callbacks) {
    callbacks = given;
    return hook;
  },
  executionAsyncId: () => current.getStore() ?? loading ?? executionAsyncId(),
});
createRequire(import.meta.url)('node:test');
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId });

/** Loads tests into the suite that calls it: a module runs outside of what loads it. */
export async function loadTests(file: string): Promise<void> {
  loading = current.getStore();
  try {
    await import(file);
  } finally {
    loading = undefined;
  }
}
