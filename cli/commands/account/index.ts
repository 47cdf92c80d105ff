import { create } from './create.ts';
import { list } from './list.ts';
import { set } from './set.ts';
import { disable, enable, password, recover, revoke } from './users.ts';

export const account = [create, list, disable, enable, revoke, password, recover, set];
