import { list } from './list.ts';
import { send } from './send.ts';

export const requests = [list, send];
