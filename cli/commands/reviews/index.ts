import { hide } from './hide.ts';
import { publish } from './publish.ts';

export const reviews = [hide, publish];
