/** The worker as a text, since a page runs no worker of another origin. The build puts all of its code here. */
export const workerText = `import ${JSON.stringify(new URL('./worker.ts', import.meta.url).href)};`;
