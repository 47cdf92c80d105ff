import { importCommand } from './import.ts';
import { list } from './list.ts';
import { merge, rename, undo } from './moving.ts';

export const products = [importCommand, list, rename, merge, undo];
