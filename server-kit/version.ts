import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programFiles } from './program-files.ts';

const manifest = JSON.parse(readFileSync(join(programFiles.root, 'package.json'), 'utf8')) as { version: string };

/** Of the package that the programs are part of. */
export const { version } = manifest;

/** The name of every program towards servers of others: many answer nobody without one. */
export const userAgent = `plaudit/${version}`;
