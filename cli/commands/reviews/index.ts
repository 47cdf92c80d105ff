import { hide, publish, reply } from './deciding.ts';
import { list } from './list.ts';
import { show } from './show.ts';

export const reviews = [list, show, publish, hide, reply];
