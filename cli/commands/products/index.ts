import { importCommand } from './import.ts';
import { list } from './list.ts';

export const products = [importCommand, list];
