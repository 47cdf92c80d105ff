/** What is used of both packages: one has no types, and those of the other are not for Node's resolution. */
declare module '@php-wasm/node-8-4' {
  export function getPHPLoaderModule(): Promise<object>;
}

declare module '@php-wasm/universal' {
  export function loadPHPRuntime(loader: object): Promise<number>;
  export class PHP {
    constructor(runtime: number);
    mkdir(path: string): void;
    writeFile(path: string, text: string): void;
    run(request: { code: string }): Promise<{ text: string; errors: string; exitCode: number }>;
    exit(): void;
  }
}
