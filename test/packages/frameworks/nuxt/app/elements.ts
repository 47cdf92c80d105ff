import 'plaudit-elements/stars';
import 'plaudit-elements/product-reviews';
