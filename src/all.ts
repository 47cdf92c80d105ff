/** All elements, for shops that prefer one file to a loader. */
import { readDefaults } from './page/defaults.ts';
import './every.ts';
import { shared } from './page/shared.ts';

shared.defaults ??= readDefaults(import.meta.url);
