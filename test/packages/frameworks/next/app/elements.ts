import 'plaudit-elements/stars';
import 'plaudit-elements/product-reviews';
import { setDefaults } from 'plaudit-elements/defaults';

setDefaults({ proxy: process.env.NEXT_PUBLIC_REVIEWS! });
