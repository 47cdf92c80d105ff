/** Every element at once, for shops that would rather have one file than a loader. */
import { readDefaults } from './page/defaults.ts';
import './every.ts';
import { shared } from './page/shared.ts';

shared.defaults ??= readDefaults(import.meta.url);
