import 'plaudit-elements/stars';
import 'plaudit-elements/product-reviews';
import { setDefaults } from 'plaudit-elements/defaults';

setDefaults({ proxy: import.meta.env.VITE_REVIEWS });
