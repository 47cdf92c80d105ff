/**
 * Browsers remember that a module failed to load by its address, which their message tells.
 * @returns a function that loads a module, and after a failure asks for it at an address that is new to the browser
 */
export function patiently<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let address: string | undefined;
  let loading: Promise<Module> | undefined;
  const ask = (): Promise<Module> =>
    address
      ? (import(
          /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ `${address}?${Date.now()}`
        ) as Promise<Module>)
      : load();
  return () =>
    (loading ??= ask().catch((error) => {
      loading = undefined;
      [address] = /https?:\/\/[^\s?]+/.exec(String(error)) ?? [];
      throw error;
    }));
}
