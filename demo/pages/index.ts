import { elements } from '../elements/manifest.ts';
import type { Page } from '../components/document.ts';
import { categories, products } from '../shop.ts';
import { translations } from '../wording/index.ts';
import { about } from './about.ts';
import { basket } from './basket.ts';
import { categoryPage } from './category.ts';
import { elementPage } from './element.ts';
import { elementsPage } from './elements.ts';
import { home } from './home.ts';
import { notFound } from './not-found.ts';
import { productPage } from './product.ts';

export const pages: readonly Page[] = [
  home,
  ...categories.map(categoryPage),
  ...products.map((product) => productPage(product)),
  ...translations.flatMap((words) =>
    products.filter(({ sku }) => sku in words.products).map((product) => productPage(product, words)),
  ),
  about,
  elementsPage,
  ...elements.map(elementPage),
  basket,
  notFound,
];
