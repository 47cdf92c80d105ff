import { hide } from './hide.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';
import { reply } from './reply.ts';
import { show } from './show.ts';

export const reviews = [list, show, publish, hide, reply];
