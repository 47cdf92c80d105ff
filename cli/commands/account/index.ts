import { create } from './create.ts';
import { disable, enable } from './disable.ts';
import { list } from './list.ts';
import { password } from './password.ts';
import { revoke } from './revoke.ts';
import { set } from './set.ts';

export const account = [create, list, disable, enable, revoke, password, set];
