/** Source text of the worker, because workers must be same-origin. The build inserts its code here. */
export const workerText = `import ${JSON.stringify(new URL('./worker.ts', import.meta.url).href)};`;
