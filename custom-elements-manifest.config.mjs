export default { globs: ['src/elements/*.ts', 'src/element.ts', 'src/events.ts'], litelement: true, outdir: 'dist/widgets', packagejson: false, quiet: true };
