import { answer } from './answer.ts';
import { list } from './list.ts';
import { hide, publish } from './show.ts';

export const questions = [list, answer, publish, hide];
