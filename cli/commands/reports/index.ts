import { close } from './close.ts';
import { list } from './list.ts';

export const reports = [list, close];
